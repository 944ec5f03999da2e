import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line of the expectation: who may make a call, and what it names. */
export interface Expected {
  call: string
  who: string
  scopes: { kind: string; param: string }[]
}

const lines = (file: string): string[][] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'))

/** The expectation by call, as `GET /sales/day`. */
export const expectedAccess = (): Map<string, Expected> => {
  const read = lines('expected-access.tsv').map(([call = '', who = '', scope = '']): Expected => {
    const scopes = scope.split(' ').filter(Boolean)
    return { call, who, scopes: scopes.map((each) => ({ kind: each.split(':')[0] ?? '', param: each.split(':')[1] ?? '' })) }
  })
  const twice = read.filter(({ call }, at) => read.findIndex((other) => other.call === call) !== at)
  if (twice.length > 0) throw new Error(`Expected twice: ${twice.map(({ call }) => call).join(', ')}`)
  return new Map(read.map((each) => [each.call, each]))
}

/** The tags of the starting roles, as the expectation has them. */
export const expectedRoles = (everyTag: readonly string[]): Map<string, readonly string[]> =>
  new Map(
    lines('starting-roles.tsv').map(([role = '', tags = '']) => {
      const [first, , ...but] = tags.split(' ')
      return [role, first === 'everything' ? everyTag.filter((tag) => !but.includes(tag)) : tags.split(' ')]
    }),
  )

/** What the matrix needs to know of someone to foresee how they are met. */
export interface Standing {
  kind: 'nobody' | 'password-proved' | 'person' | 'acting' | 'admin' | 'till' | 'supplier' | 'board'
  tags: readonly string[]
}

const OR_ADMIN = ', admin'
export const NOT_ACTING = ', not acting'
const WALL = ', wall'

/** How the door meets someone: let in, or refused with a status. */
export const verdictOn = (who: string, standing: Standing): 'in' | 401 | 403 | 409 => {
  const { kind, tags } = standing
  if (who.endsWith(WALL)) return kind === 'board' ? 'in' : verdictOn(who.slice(0, -WALL.length), standing)
  if (kind === 'board') return who === 'anyone' ? 'in' : 403
  if (who.endsWith(NOT_ACTING)) {
    const asThemselves = verdictOn(who.slice(0, -NOT_ACTING.length), standing)
    return kind === 'acting' && asThemselves === 'in' ? 403 : asThemselves
  }
  if (who.endsWith(OR_ADMIN)) return kind === 'admin' ? 'in' : verdictOn(who.slice(0, -OR_ADMIN.length), standing)
  if (who === 'anyone') return 'in'
  if (who === 'location-key') return kind === 'till' ? 'in' : 401
  if (who.startsWith('supplier-key')) return kind !== 'supplier' ? 401 : tags.includes(who.split(' ')[1] ?? '') || who === 'supplier-key' ? 'in' : 403
  if (kind === 'nobody' || kind === 'till' || kind === 'supplier') return 401
  if (who === 'acting') return kind === 'acting' ? 'in' : 409
  if (who === 'password-proved') return 'in'
  if (kind === 'password-proved') return 401
  if (who === 'admin') return kind === 'admin' ? 'in' : 403
  // Admin is an employee of no venue: a venue's own screens are not Admin's.
  if (kind === 'admin') return 403
  if (who === 'signed-in') return 'in'
  const wanted = who.split(/ (?:and|or) /)
  const enough = who.includes(' or ') ? wanted.some((tag) => tags.includes(tag)) : wanted.every((tag) => tags.includes(tag))
  return enough ? 'in' : 403
}
