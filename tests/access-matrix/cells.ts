import { randomInt, randomUUID } from 'node:crypto'
import { BOARD_QUERY } from '#platform/access/board-calls.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import {
  exampleInput,
  someBoard,
  someComingFile,
  someInvitation,
  someOutsideSchedule,
  someSchedule,
  someSession,
  someToken,
  someView,
} from '../example-input.ts'
import { sampled } from '../sampled.ts'
import type { StartedApp } from '../start-app.ts'
import type { Input } from '../wire.ts'
import { type Principal, STAGE, type Stage } from './cast.ts'
import { type Expected, NOT_ACTING, verdictOn } from './expected.ts'

/** One request of the matrix: who asks, about whose things, and how it has to end. */
export interface Cell {
  principal: Principal
  scope: string
  expected: 'in' | 'rejected' | number
  input: Input
}

/** Every cell of one operation. */
export const cellsOf = async (app: StartedApp, stage: Stage, operation: AnyOperation, expected: Expected): Promise<Cell[]> => {
  const cells: Cell[] = []
  for (const principal of castFor(stage, operation, expected)) {
    const verdict = verdictOn(expected.who, principal)
    const example = await withOwnView(app, expected, principal, await exampleInput(app, operation))
    const asked = principal.kind === 'board' ? { ...example, query: asMeasuresAsk(example.query) } : example
    const sent = withOwnImport(expected, stage, principal, asSentBy(principal, asked))
    const namesNoSignIn = expected.scopes.some(({ kind }) => kind === 'no-authorisation')
    const own = namesNoSignIn ? { ...sent, body: { ...(sent.body as object), State: 'a-state-nobody-was-given' } } : sent
    const isShort =
      verdict === 'in' && (principal.kind === 'person' || principal.kind === 'acting') && expected.scopes.some(({ kind }) => kind === 'every-location')
    const hasNone = verdict === 'in' && principal.kind === 'admin' && expected.scopes.some(({ kind }) => kind === 'invitation')
    const isLate = verdict === 'in' && expected.scopes.some(({ kind }) => kind === 'nobody-yet')
    const isUnawaited = verdict === 'in' && namesNoSignIn
    const isNotSetUp = verdict === 'in' && expected.scopes.some(({ kind }) => kind === 'not-set-up')
    cells.push({ principal, scope: 'own', expected: isShort ? 403 : hasNone || isLate ? 404 : isUnawaited ? 409 : isNotSetUp ? 503 : verdict, input: own })
    for (const probe of probesFor(stage, operation, expected, { principal, verdict })) {
      const who = probe.who && expected.who.endsWith(NOT_ACTING) ? `${probe.who}${NOT_ACTING}` : probe.who
      const atProbe = who ? verdictOn(who, principal) : verdict
      const asAdmin = isUnawaited ? 409 : isNotSetUp ? 503 : 'in'
      const open = probe.itemByItem ? 'rejected' : probe.adminMay && principal.kind === 'admin' ? asAdmin : (probe.status ?? 404)
      cells.push({
        principal,
        scope: probe.name,
        // Access to all locations is decided before the body is read.
        expected: atProbe !== 'in' ? atProbe : isShort && probe.status === 400 ? 403 : open,
        input: probe.apply(probe.name.startsWith('link') ? own : asSentBy(principal, own), principal),
      })
    }
  }
  return cells.map((cell) => ({ ...cell, input: withOwnAccount(cell.input) }))
}

/** Of a question what a wall screen may ask. */
const asMeasuresAsk = (query: Input['query'] = {}): Input['query'] =>
  Object.fromEntries(Object.entries(query).filter(([name]) => (BOARD_QUERY as readonly string[]).includes(name)))

/** A provider's account is linked at one place, so each call names another. */
const withOwnAccount = (input: Input): Input => {
  if (typeof input.body !== 'object' || input.body === null) return input
  const body = input.body as Record<string, unknown>
  if ('TyroId' in body) return { ...input, body: { ...body, TyroId: String(randomInt(1, 281_474_976_710_655)) } }
  if ('DeliverectLocationId' in body) return { ...input, body: { ...body, DeliverectLocationId: `${body.DeliverectLocationId}-${input.params?.locationId}` } }
  return input
}

/**
 * Returns every kind of caller. People with no tag, all tags or a tag in the rule are always included; those with other tags or starting roles are sampled.
 */
const castFor = ({ principals }: Stage, { method, path }: AnyOperation, { who }: Expected): Principal[] => {
  const always = ['no tags', 'all tags', ...who.split(/[ ,]+/)]
  const isOther = ({ kind, name }: Principal) => kind === 'person' && !always.includes(name)
  const others = sampled(principals.filter(isOther), ({ name }) => `${method} ${path} ${name}`)
  return principals.filter((principal) => !isOther(principal) || others.includes(principal))
}

/**
 * Things of others that a principal asks for: all of them for the principals that stand for their kind, some each day for the others. Whoever is refused
 * their own is refused those too, and those who hold the tag by a role differ in nothing from those who hold it alone.
 */
const probesFor = (stage: Stage, { method, path }: AnyOperation, { who, scopes }: Expected, { principal, verdict }: Judged): Probe[] => {
  const probes = scopes.flatMap((scope) => probesOf(scope, stage))
  const alike = stage.principals.filter((one) => one.kind === principal.kind && verdictOn(who, one) === verdict)
  const [first] = verdict === 'in' ? [alike.find(({ name }) => name.startsWith('can_')) ?? alike[0]] : []
  return principal === first ? probes : sampled(probes, (probe) => `${method} ${path} ${principal.name} ${probe.name}`)
}

interface Judged {
  principal: Principal
  verdict: ReturnType<typeof verdictOn>
}

/** Whoever may link anything, or change settings. */
const WHO_LINKS = 'can_editsettings or can_linkpayment or can_linkdeputy or can_linkinvolv or can_linkshopify, admin'

/** Whoever may link a provider of online orders. */
const WHO_LINKS_ORDERS = 'can_linkshopify or can_linkpayment, admin'

interface Probe {
  name: string
  apply: (input: Input, principal: Principal) => Input
  /** Admin's venues are all there are. */
  adminMay?: boolean
  /** How it is refused, where not by 404. */
  status?: number
  /** Judged item by item: the call is answered, the item refused. */
  itemByItem?: boolean
  /** Who is let as far as this, where it is not the call's own rule. */
  who?: string
}

const probesOf = ({ kind, param }: Expected['scopes'][number], stage: Stage): Probe[] => {
  const inPath = (name: string, value: string | number, adminMay = false): Probe => ({
    name,
    adminMay,
    apply: (input) => ({ ...input, params: { ...input.params, [param]: value } }),
  })
  const inQuery = (name: string, value: string): Probe => ({ name, apply: (input) => ({ ...input, query: { ...input.query, Locations: value } }) })
  const inBody = (name: string, fields: object): Probe => ({ name, apply: (input) => ({ ...input, body: { ...(input.body as object), ...fields } }) })
  const { nowhere, ungranted, locations } = STAGE
  if (kind === 'self') return [inPath('somebody else', stage.otherUserId), inPath('nobody', nowhere)]
  if (kind === 'linked-venue') return probesOf({ kind: 'venue', param }, stage).map((probe) => ({ ...probe, who: WHO_LINKS }))
  if (kind === 'orders-venue') return probesOf({ kind: 'venue', param }, stage).map((probe) => ({ ...probe, who: WHO_LINKS_ORDERS }))
  if (kind === 'venue') return [{ ...inPath('other venue', 0, true), apply: (input, who) => elsewhere(input, param, stage, who) }, inPath('no venue', nowhere)]
  if (kind === 'role') return [inPath('role of another venue', stage.spareRoles[0] ?? ''), inPath('no role', nowhere)]
  if (kind === 'own-session') return [inPath("somebody else's session", stage.otherSession), inPath('no session', 'no-session')]
  if (kind === 'own-token') return [inPath("somebody else's token", stage.otherToken), inPath('no token', nowhere)]
  if (kind === 'link') return [inPath('link: path≠body', 'another-link-altogether')]
  if (kind === 'sale') return [inPath('other venue', stage.sales.other), inPath('not granted', stage.sales.ungranted), inPath('not there', '1')]
  if (kind === 'invitation') return [inPath("somebody else's", stage.otherInvitationId), inPath('no invitation', nowhere)]
  if (kind === 'coming-file')
    return importsOf(stage, 'import-file')
      .filter(([name]) => name !== 'of the other kind')
      .map(([name, id]) => ({ name, apply: (input, who) => ({ ...input, params: { ...input.params, [param]: id(who) } }) }))
  if (kind === 'import-run' || kind === 'card-run')
    return importsOf(stage, kind).map(([name, id]) => ({ name, apply: (input, who) => ({ ...input, params: { ...input.params, [param]: id(who) } }) }))
  if (kind === 'import-file' || kind === 'card-file' || kind === 'roster-file' || kind === 'rate-file' || kind === 'product-file' || kind === 'invoice-file')
    return importsOf(stage, kind).map(([name, id]) => ({ name, apply: (input, who) => ({ ...input, body: { ...(input.body as object), FileId: id(who) } }) }))
  if (kind === 'ticket' || kind === 'every-location' || kind === 'no-authorisation' || kind === 'not-set-up' || kind === 'nobody-yet') return []
  if (kind === 'admin-place') return [inPath('other venue', stage.otherLocationId, true), inPath('not granted', ungranted, true), inPath('not there', nowhere)]
  if (kind === 'venue-of-places') {
    const of = (name: string, LocationId: number, adminMay = false) => ({ ...inBody(name, { Locations: [{ LocationId, Active: true }] }), adminMay })
    const places = [of('place of another venue', stage.otherLocationId), of('place not granted', ungranted, true), of('no place', nowhere)]
    return [inPath('other venue', stage.otherVenueId), inPath('no venue', nowhere), ...places]
  }
  if (kind === 'place') return [inPath('other venue', stage.otherLocationId), inPath('not granted', ungranted, true), inPath('not there', nowhere)]
  if (kind === 'key-venue') {
    const at = (name: string, value: number): Probe => ({ name, apply: (input) => ({ ...input, query: { ...input.query, VenueId: value } }) })
    return [at('venue that granted nothing', stage.otherVenueId), at('no venue', nowhere)]
  }
  if (kind === 'key-locations') return [inQuery('other venue', String(stage.otherLocationId)), inQuery('not there', `${locations[0]},${nowhere}`)]
  if (kind === 'view') return [inPath('other venue', stage.views.other), inPath("somebody else's", stage.views.owners), inPath('not there', '1')]
  if (kind === 'board') return [inPath('other venue', stage.boards.other), inPath('not granted', stage.boards.ungranted), inPath('not there', 'no-board')]
  if (kind === 'schedule') return [inPath('other venue', stage.schedules.other), inPath('not there', '1')]
  if (kind === 'asked-card') {
    const asked = (name: string, value: string): Probe => ({ name, apply: (input) => ({ ...input, query: { ...input.query, [param]: value } }) })
    return [asked('card of another venue', stage.loyalty.card), asked('no card', 'not-a-card')]
  }
  if (kind === 'card') return [inPath('card of another venue', stage.loyalty.card), inPath('no card', 'not-a-card')]
  if (kind === 'fraud-case')
    return [inPath('other venue', stage.loyalty.fraudCase.other), inPath('not granted', stage.loyalty.fraudCase.ungranted), inPath('not there', '1')]
  if (kind === 'sheet') return [inPath('other venue', stage.sheets.other), inPath('not granted', stage.sheets.ungranted), inPath('not there', '1')]
  if (kind === 'stock-order')
    return [inPath('other venue', stage.stockOrders.other), inPath('not granted', stage.stockOrders.ungranted), inPath('not there', '1')]
  if (kind === 'saved-order')
    return [inPath('other venue', stage.savedOrders.other), inPath('not granted', stage.savedOrders.ungranted), inPath('not there', '1')]
  if (kind === 'asked-order' || kind === 'asked-count') {
    const { other, ungranted: unseen } = kind === 'asked-order' ? stage.stockOrders : stage.stockCounts
    const asked = (name: string, value: string): Probe => ({ name, apply: (input) => ({ ...input, query: { ...input.query, [param]: value } }) })
    return [asked('other venue', other), asked('not granted', unseen), asked('not there', '1')]
  }
  if (kind === 'till-key') return [inPath('other venue', stage.keyIds.other), inPath('not granted', stage.keyIds.ungranted), inPath('not there', nowhere)]
  if (kind === 'payment') return [inPath('other venue', stage.payments.other), inPath('not granted', stage.payments.ungranted), inPath('not there', '1')]
  if (kind === 'moved') return [inPath('other venue', stage.moved.other), inPath('not granted', stage.moved.ungranted), inPath('not there', '1')]
  if (kind === 'sheets') return [stage.sheets.other, stage.sheets.ungranted, '1'].map((id) => inBody(`sheet ${id}`, { [param]: [id] }))
  if (kind === 'journal-export' || kind === 'journal-query') {
    const at = (name: string, id: string): Probe =>
      kind === 'journal-export' ? inPath(name, id) : { name, apply: (input) => ({ ...input, query: { ...input.query, [param]: id } }) }
    return [at('other venue', stage.journals.other), at('not granted', stage.journals.ungranted), at('not there', '1')]
  }
  if (kind === 'places-in-body')
    return [stage.otherLocationId, ungranted, nowhere].map((locationId) => ({ ...inBody(`at location ${locationId}`, { [param]: [locationId] }), status: 404 }))
  if (kind === 'places-of')
    return [stage.otherLocationId, ungranted, nowhere].map((LocationId) => ({
      name: `at location ${LocationId}`,
      status: 404,
      apply: (input) => {
        const body = input.body as Record<string, object[]>
        return { ...input, body: { ...body, [param]: body[param]?.map((entry) => ({ ...entry, LocationId })) } }
      },
    }))
  if (kind === 'movement' || kind === 'adjustment') {
    const { other, ungranted: unseen } = stage.loyalty[kind]
    return [inPath('other venue', other), inPath('not granted', unseen), inPath('not there', '1')]
  }
  if (kind === 'at')
    return [stage.otherLocationId, ungranted, nowhere].map((locationId) => ({ ...inBody(`at location ${locationId}`, { [param]: locationId }), status: 404 }))
  if (kind === 'admin-at')
    return [stage.otherLocationId, ungranted, nowhere].map((id) => ({
      ...inBody(`at location ${id}`, { [param]: id }),
      adminMay: id === ungranted,
      status: 404,
    }))
  if (kind === 'supplier') return [inPath('no supplier', nowhere)]
  if (kind === 'repeats') return [{ ...inBody('path≠body', { [param]: nowhere }), status: 400 }]
  if (kind === 'employee')
    return [
      inPath('employee of another venue', stage.otherEmployeeId),
      {
        ...inPath('employee not seen', 0, true),
        apply: (input, { kind }) => ({
          ...input,
          params: { ...input.params, [param]: (kind === 'admin' && stage.spare.ungranted.pop()) || stage.ungrantedEmployeeId },
        }),
      },
      inPath('no employee', nowhere),
    ]
  if (kind === 'gives')
    return [
      {
        ...inPath('employee who works elsewhere too', 0, true),
        status: 403,
        apply: (input, { kind }) => ({ ...input, params: { ...input.params, [param]: (kind === 'admin' && stage.spare.both.pop()) || stage.bothEmployeeId } }),
      },
    ]
  if (kind === 'mapping') return [{ name: 'no mapping', apply: (input) => ({ ...input, query: { Name: 'A mapping nobody kept' } }) }]
  if (kind === 'report') return [{ ...inBody('no report', { Path: '/nothing' }), who: 'signed-in' }]
  if (kind === 'key')
    return [ungranted, stage.otherLocationId, nowhere].map((locationId) => ({
      name: `item of location ${locationId}`,
      itemByItem: true,
      apply: (input) => itemsOf(input, locationId),
    }))
  if (kind === 'location') {
    const one = (name: string, value: number): Probe => ({ name, apply: (input) => ({ ...input, query: { ...input.query, [param]: value } }) })
    return [one('other venue', stage.otherLocationId), one('other location', ungranted), one('not there', nowhere)]
  }
  if (kind === 'locations') {
    return [
      inQuery('other venue', String(stage.otherLocationId)),
      inQuery('not granted', String(ungranted)),
      inQuery('one not granted', `${locations[0]},${ungranted}`),
      inQuery('not there', String(nowhere)),
    ]
  }
  throw new Error(`The expectation names a scope nobody knows: ${kind}`)
}

/** The same asked of another venue, about somebody and a place there: Admin is let in, and may change them. */
const elsewhere = (input: Input, param: string, stage: Stage, { kind }: Principal): Input => {
  const employeeId = (kind === 'admin' && stage.spare.other.pop()) || stage.otherEmployeeId
  const { params, body } = input
  return {
    ...input,
    params: {
      ...params,
      [param]: stage.otherVenueId,
      ...(params?.employeeId === undefined ? {} : { employeeId }),
      ...(params?.locationId === undefined ? {} : { locationId: stage.otherLocationId }),
      ...(params?.roleId === undefined ? {} : { roleId: (kind === 'admin' && stage.spareRoles.pop()) || stage.spareRoles[0] || '' }),
    },
    ...(isRecord(body) && body.Locations !== undefined ? { body: { ...body, Locations: [stage.otherLocationId] } } : {}),
  }
}

/** Whether a scope is about files of sales or of cards. */
const filesOf = (kind: string): 'sales' | 'cards' | 'rosters' | 'rates' | 'products' | 'invoices' =>
  kind.startsWith('card-')
    ? 'cards'
    : kind.startsWith('roster-')
      ? 'rosters'
      : kind.startsWith('rate-')
        ? 'rates'
        : kind.startsWith('product-')
          ? 'products'
          : kind.startsWith('invoice-')
            ? 'invoices'
            : 'sales'

type PicksImport = (asking: Principal) => string | number

/** Files and runs that do not exist for someone of the cast: they see two of three locations, and so only what they brought. */
const importsOf = ({ imports, principals }: Stage, kind: string): [name: string, id: PicksImport][] => [
  ['other venue', () => imports[filesOf(kind)].other],
  ["somebody else's", ({ userId }) => imports[filesOf(kind)].own.get(principals.find((other) => other.userId !== userId)?.userId ?? 0) ?? ''],
  ['of the other kind', ({ userId }) => imports[filesOf(kind) === 'cards' ? 'sales' : 'cards'].own.get(userId) ?? ''],
  ['not there', () => '1'],
]

/** What one brings in is one's own: each of the cast asks about theirs. */
/** A view, a schedule or an invitation of this person's own, where the call is about one; each is used once. */
const withOwnView = async (app: StartedApp, { scopes }: Expected, { kind, employeeId, userId }: Principal, input: Input): Promise<Input> => {
  const whose = kind === 'person' || kind === 'acting' ? employeeId : 1
  for (const scope of scopes) {
    if (scope.kind === 'coming-file') return { ...input, params: { ...input.params, [scope.param]: await someComingFile(app, STAGE.venueId, userId) } }
    if (scope.kind === 'invitation') return { ...input, params: { ...input.params, [scope.param]: await someInvitation(app, userId) } }
    if (scope.kind === 'board') return { ...input, params: { [scope.param]: await someBoard(app, STAGE.venueId, { userId, employeeId }, STAGE.locations) } }
    if (scope.kind === 'own-token') return { ...input, params: { [scope.param]: await someToken(app, { userId, employeeId, venueId: STAGE.venueId }) } }
    if (scope.kind === 'own-session') return { ...input, params: { ...input.params, [scope.param]: await someSession(app, userId) } }
    // Somebody outside is asked again of a schedule that goes to them.
    if (scope.kind === 'schedule' && 'Address' in ((input.body ?? {}) as object)) {
      const address = `${randomUUID()}@ledgers.example`
      const id = await someOutsideSchedule(app, { venueId: STAGE.venueId, employeeId: whose, address })
      return { ...input, params: { ...input.params, [scope.param]: id }, body: { ...(input.body as object), Address: address } }
    }
    const make = scope.kind === 'view' ? someView : scope.kind === 'schedule' ? someSchedule : undefined
    if (make) return { ...input, params: { ...input.params, [scope.param]: await make(app, STAGE.venueId, whose) } }
  }
  return input
}

const withOwnImport = ({ scopes }: Expected, { imports }: Stage, { userId }: Principal, input: Input): Input => {
  const scope = scopes.find(({ kind }) =>
    ['import-file', 'import-run', 'card-file', 'card-run', 'roster-file', 'rate-file', 'product-file', 'invoice-file'].includes(kind),
  )
  if (!scope) return input
  const own = imports[filesOf(scope.kind)].own.get(userId) ?? ''
  return scope.kind.endsWith('-file') ? { ...input, body: { ...(input.body as object), FileId: own } } : { ...input, params: { runId: own } }
}

/** What a till's key sends, each item told of another location. */
const itemsOf = (input: Input, LocationId: number): Input => {
  const { Sales, Reservations, ControlSheets, Punches, Purchases, StockCounts, StockMovements, ...body } = input.body as Partial<
    Record<'Sales' | 'Reservations' | 'ControlSheets' | 'Punches' | 'Purchases' | 'StockCounts' | 'StockMovements', object[]>
  >
  const elsewhere = `elsewhere-${LocationId}`
  return {
    ...input,
    body: {
      ...body,
      BatchId: elsewhere,
      ...(Sales ? { Sales: Sales.map((sale) => ({ ...sale, SaleId: elsewhere, LocationId })) } : {}),
      ...(ControlSheets ? { ControlSheets: ControlSheets.map((one) => ({ ...one, SessionId: elsewhere, LocationId })) } : {}),
      ...(Punches ? { Punches: Punches.map((one) => ({ ...one, PunchId: elsewhere, LocationId })) } : {}),
      ...(Purchases ? { Purchases: Purchases.map((one) => ({ ...one, Invoice: elsewhere, LocationId })) } : {}),
      ...(StockCounts ? { StockCounts: StockCounts.map((one) => ({ ...one, CountId: elsewhere, LocationId })) } : {}),
      ...(StockMovements ? { StockMovements: StockMovements.map((one) => ({ ...one, MovementId: elsewhere, LocationId })) } : {}),
      ...(Reservations ? { Reservations: Reservations.map((one) => ({ ...one, ReservationId: elsewhere, LocationId })) } : {}),
    },
  }
}

/** The example as this person would send it about what is theirs. */
const asSentBy = (principal: Principal, input: Input): Input => {
  const { params, query, body } = input
  return {
    params: params && {
      ...params,
      ...(params.userId === undefined ? {} : { userId: principal.userId }),
      ...(params.venueId === undefined ? {} : { venueId: STAGE.venueId }),
    },
    query,
    body: isRecord(body) && body.EmployeeId !== undefined ? { ...body, EmployeeId: principal.employeeId } : body,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
