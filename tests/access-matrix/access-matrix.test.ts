import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { STARTING_ROLES, TAGS } from '#shared/permissions.ts'
import { databaseFingerprint, jobsDone } from '../database-fingerprint.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { inParallel, WireClient, wireOf } from '../wire.ts'
import { credentialsFor, headersOf, type Stage, setStage } from './cast.ts'
import { type Cell, cellsOf } from './cells.ts'
import { expectedAccess, expectedRoles, verdictOn } from './expected.ts'
import { leaksIn } from './leaks.ts'

const AT_ONCE = 8
/** Many attempts on one account at once are what the sign-in limiter is for, and few files are read at once. */
const isOneByOne = ({ access, path }: AnyOperation): boolean => access === 'public' || path.endsWith('/imports/files') || path === '/imports/files/:fileId'
/** Limiters of the door would have their say between so many requests; they have tests of their own. */
const BETWEEN_LIMITERS = 24

const callOf = ({ method, path }: AnyOperation) => `${method} ${path}`
const expectations = expectedAccess()
const roles = expectedRoles(TAGS)

let app: StartedApp
let owner: Sql
let stage: Stage
let wire: WireClient
const printed: string[] = []

beforeAll(async () => {
  app = await startApp()
  owner = connectAsOwner(app.databaseUrl)
  wire = new WireClient(app.url, AT_ONCE)
  stage = await setStage(app, owner, roles)
})

afterAll(async () => {
  console.log(`\nWho may call what (${printed.length} operations)\n${printed.join('\n')}\n`)
  wire.close()
  await owner.end()
  await app.close()
})

interface Met {
  cell: Cell
  status: number
  /** Answered, and every item in it refused. */
  allRejected: boolean
  code: string | undefined
  leaks: string[]
}

interface Asked {
  cell: Cell
  authorization: string
}

const atTheDoor = async (cells: readonly Cell[]): Promise<Asked[]> => {
  const credentials = await credentialsFor(
    owner,
    stage,
    cells.map(({ principal }) => principal),
  )
  return cells.map((cell, at) => ({ cell, authorization: credentials[at] ?? '' }))
}

const meet = async (operation: AnyOperation, asked: readonly Asked[], seesAll: boolean): Promise<Met[]> => {
  const met: Met[] = []
  for (let from = 0; from < asked.length; from += BETWEEN_LIMITERS) {
    await owner`delete from limit_counter`
    met.push(
      ...(await inParallel(asked.slice(from, from + BETWEEN_LIMITERS), isOneByOne(operation) ? 1 : AT_ONCE, async ({ cell, authorization }) => {
        const { status, errorCode, json, text } = await wire.send(wireOf(operation, cell.input, headersOf(authorization)))
        const allRejected = isRejected(json)
        return { cell, status, allRejected, code: errorCode, leaks: seesAll || cell.principal.kind === 'admin' ? [] : leaksTo(cell, json, text) }
      })),
    )
  }
  return met
}

/**
 * A venue is granted to a supplier with all its locations; other venues and other suppliers' products are not, which the venue itself sells.
 * Whoever accepts their own invitation is told which venue has opened.
 */
const leaksTo = ({ principal, scope, input }: Cell, json: unknown, text: string): string[] =>
  leaksIn(json, text).filter((leak) =>
    scope === 'own' && input.params?.invitationId !== undefined && leak.startsWith('VenueId')
      ? false
      : principal.kind === 'supplier'
        ? !(leak === 'UNGRANTED' || (leak.startsWith('LocationId') && leak !== `LocationId ${stage.otherLocationId}`))
        : leak !== 'RIVAL',
  )

const auditRows = async () => (await owner<{ n: number }[]>`select count(*)::int as n from audit_event`)[0]?.n ?? 0

const isRejected = (json: unknown): boolean => {
  const { Received, Rejected } = (json ?? {}) as { Received?: number; Rejected?: number }
  return Received !== undefined && Received > 0 && Received === Rejected
}

/** Somebody known was refused, or sent a request that disagrees with itself: nothing else of the matrix is 400. */
const isNoted = ({ cell, status }: Met): boolean => cell.principal.kind !== 'nobody' && (status === 403 || status === 404 || status === 400)

const isAsExpected = ({ cell: { expected }, status, allRejected }: Met): boolean => {
  if (typeof expected === 'number') return status === expected
  return status >= 200 && status <= 299 && allRejected === (expected === 'rejected')
}

const wrongs = (met: readonly Met[]): string[] =>
  met
    .filter((met) => met.leaks.length > 0 || !isAsExpected(met))
    .map(({ cell, status, code, leaks }) => `${cell.principal.name}, ${cell.scope}: expected ${cell.expected}, was ${status} ${code ?? ''} ${leaks.join(', ')}`)

it('the expectation has every operation, and no other', () => {
  expect([...expectations.keys()].sort()).toEqual(operations.map(({ operation }) => callOf(operation)).sort())
})

it('the starting roles hold the tags the expectation gives them', () => {
  expect(Object.fromEntries(roles)).toEqual(STARTING_ROLES)
})

describe('everyone at every door', () => {
  it.each(operations.map(({ operation }) => [callOf(operation), operation] as const))('%s', async (call, operation) => {
    const expected = expectations.get(call)
    if (!expected) throw new Error(`${call} is not in expected-access.tsv: say there who may call it.`)
    const cells = await cellsOf(app, stage, operation, expected)
    const refused = await atTheDoor(cells.filter(({ expected: met }) => typeof met === 'number'))
    await jobsDone(owner)
    const before = await databaseFingerprint(owner)
    const audited = await auditRows()
    const seesAll = expected.scopes.some(({ kind }) => kind === 'ticket')
    const metRefused = await meet(operation, refused, seesAll)
    expect(wrongs(metRefused)).toEqual([])
    expect(await databaseFingerprint(owner), 'a refused call left something behind').toEqual(before)
    const noted = metRefused.filter((met) => (expected.who === 'anyone' ? met.code === 'LinkNotValid' : isNoted(met))).length
    expect((await auditRows()) - audited, 'one audit row for each refusal of someone known, and for each link that is not good').toBe(noted)

    const metAllowed = await meet(operation, await atTheDoor(cells.filter(({ expected: met }) => typeof met === 'string')), seesAll)
    expect(wrongs(metAllowed)).toEqual([])
    printed.push(lineOf(call, [...metRefused, ...metAllowed]))
  })
})

const lineOf = (call: string, met: readonly Met[]): string => {
  const own = met.filter(({ cell }) => cell.scope === 'own')
  const tags = own.filter(({ cell, status }) => cell.principal.name.startsWith('can_') && status < 300).map(({ cell }) => cell.principal.name)
  const mark = ({ status }: Met) => (status < 300 ? 'in ' : String(status))
  const people = own.filter(({ cell }) => !cell.principal.name.startsWith('can_')).map((each) => `${each.cell.principal.name} ${mark(each)}`)
  const named = met.filter(({ cell, status }) => cell.scope !== 'own' && status !== 401 && status !== 403)
  const ending = ({ cell, status, allRejected }: Met) => (allRejected ? 'rejected' : status < 300 ? `${status} (${cell.principal.name})` : String(status))
  const scopes = [...new Set(named.map((each) => `${each.cell.scope} ${ending(each)}`))]
  return `${call}\n    ${people.join(' · ')}\n    tags: ${tags.length === TAGS.length ? 'any' : tags.join(' ') || 'none alone'}${scopes.length > 0 ? `\n    ${scopes.join(' · ')}` : ''}   (${met.length} cells)`
}

describe('the matrix itself', () => {
  const standing = (tags: string[]) => ({ kind: 'person' as const, tags })

  it('foresees rules of one tag, of several, and of either', () => {
    expect(verdictOn('can_viewsales', standing(['can_viewsales']))).toBe('in')
    expect(verdictOn('can_viewsales', standing(['can_viewplu']))).toBe(403)
    expect(verdictOn('can_viewsales and can_viewplu', standing(['can_viewplu']))).toBe(403)
    expect(verdictOn('can_viewsales or can_viewplu', standing(['can_viewplu']))).toBe('in')
  })

  it('sees a wrong answer, a leak, and something left behind', async () => {
    const cell = { principal: { name: 'x' }, scope: 'own', expected: 403 } as unknown as Cell
    expect(wrongs([{ cell, status: 200, code: undefined, allRejected: false, leaks: [] }])).toHaveLength(1)
    expect(wrongs([{ cell: { ...cell, expected: 'in' }, status: 200, code: undefined, allRejected: false, leaks: ['FOREIGN'] }])).toHaveLength(1)
    expect(leaksIn({ Locations: [{ LocationId: 3, Name: 'UNGRANTED Cellar' }] }, 'UNGRANTED Cellar')).toEqual(['UNGRANTED', 'LocationId 3'])
    const before = await databaseFingerprint(owner)
    await owner`update location set name = name where location_id = 1`
    expect(await databaseFingerprint(owner)).not.toEqual(before)
  })
})
