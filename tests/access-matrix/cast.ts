import { SAMPLE_SUPPLIER } from '#db/demo/cast.ts'
import { intake } from '#features/intake/intake.contract.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { hashSecret, newName, newSecret } from '#platform/access/secrets.ts'
import { makeSupplierUser, revokeSupplierUser } from '#platform/access/supplier-users.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import type { Sql } from '#platform/database/pool.ts'
import { boardCookie } from '#platform/web/caller.ts'
import { SUPPLIER_SCOPES } from '#shared/endpoint.ts'
import { TAGS } from '#shared/permissions.ts'
import { someCount, someOrder, someSavedOrder } from '#tests/example-cellar.ts'
import {
  someBoard,
  someCard,
  someFraudCase,
  someInvitation,
  someMovement,
  somePendingAdjustment,
  someRole,
  someSchedule,
  someSession,
  someToken,
  someView,
} from '../example-input.ts'
import { someJournalExport } from '../example-journals.ts'
import { someMovementAtProvider, somePayment } from '../example-payments.ts'
import { someSheet } from '../example-sheets.ts'
import type { StartedApp } from '../start-app.ts'
import { WireClient, wireOf } from '../wire.ts'
import type { Standing } from './expected.ts'

/** Someone at the door. */
export interface Principal extends Standing {
  name: string
  userId: number
  employeeId: number
  /** How they prove who they are; a session is made for each request, since some requests end it. */
  credential:
    | 'none'
    | 'nonsense'
    | 'auth'
    | 'token'
    | 'acting'
    | 'board'
    | 'expired'
    | 'revoked'
    | 'key'
    | 'revoked-key'
    | 'supplier-key'
    | 'supplier-key-without-scopes'
    | 'revoked-supplier-key'
}

/** Where the matrix is played: the sample venue, where people are granted two of three locations, and another venue. */
export const STAGE = { venueId: 1, locations: [1, 2], ungranted: 3, nowhere: 2147483647 } as const

/** Names that must never be answered to anyone of the cast; what is a rival's, to no supplier. */
export const MARKS = ['UNGRANTED', 'FOREIGN', 'RIVAL']

export interface Stage {
  principals: Principal[]
  otherVenueId: number
  otherLocationId: number
  /** Somebody else's user id, and an invitation of theirs. */
  otherUserId: number
  otherInvitationId: number
  /** An employee of the other venue, and one of the sample venue whose only place nobody of the cast is granted. */
  otherEmployeeId: number
  ungrantedEmployeeId: number
  /** More of them, for whoever may change them: each is used once. Those of `both` work at a granted location and at the one that is not. */
  spare: { other: number[]; ungranted: number[]; both: number[] }
  /** An employee who works at a granted location and at the one that nobody of the cast is granted. */
  bothEmployeeId: number
  keys: { own: string; revoked: string; ungranted: string; other: string }
  keyIds: Record<'other' | 'ungranted', number>
  /** Suppliers' keys beside the sample's own. */
  supplierKeys: { withoutScopes: string; revoked: string }
  /** Sales nobody of the cast may see. */
  sales: { ungranted: string; other: string }
  /** A file each of the cast handed over, with its run, by their user id; and one of another venue. */
  imports: Record<'sales' | 'cards' | 'rosters' | 'rates' | 'products' | 'invoices', { own: Map<number, string>; other: string }>
  /** A view of the other venue and one the owner keeps to themselves; a scheduled report of the other venue. */
  views: { other: string; owners: string }
  schedules: { other: string }
  /** Roles of the other venue, for whoever may change them: each is used once. */
  spareRoles: string[]
  /** A session of somebody else. */
  otherSession: string
  /** A personal token of somebody else. */
  otherToken: string
  /** Wall screens that nobody of the cast may see. */
  boards: Record<'other' | 'ungranted', string>
  /** Control sheets, exports of the journal, and a card of the other venue; movements, adjustments and fraud cases nobody of the cast may see. */
  sheets: Record<'other' | 'ungranted', string>
  payments: Record<'other' | 'ungranted', string>
  stockOrders: Record<'other' | 'ungranted', string>
  savedOrders: Record<'other' | 'ungranted', string>
  stockCounts: Record<'other' | 'ungranted', string>
  moved: Record<'other' | 'ungranted', string>
  journals: Record<'other' | 'ungranted', string>
  loyalty: { card: string } & Record<'movement' | 'adjustment' | 'fraudCase', Record<'other' | 'ungranted', string>>
}

export const setStage = async (app: StartedApp, owner: Sql, roles: Map<string, readonly string[]>): Promise<Stage> => {
  const { house } = app.database
  await owner`update location set name = 'UNGRANTED Cellar' where location_id = ${STAGE.ungranted}`
  const [venue] = await owner<{ venue_id: number }[]>`insert into venue (name) values ('FOREIGN House') returning venue_id`
  const otherVenueId = venue?.venue_id ?? 0
  const [place] = await owner<{ location_id: number }[]>`
    insert into location (venue_id, name, time_zone, currency) values (${otherVenueId}, 'FOREIGN Bar', 'Australia/Sydney', 'AUD') returning location_id`
  const otherLocationId = place?.location_id ?? 0
  await owner`insert into location_calendar (venue_id, location_id, from_day, time_zone, day_start)
    values (${otherVenueId}, ${otherLocationId}, '2000-01-01', 'Australia/Sydney', '05:00')`
  const stranger = await person(owner, 'stranger', otherVenueId, { tags: [], locations: [otherLocationId] })
  const unseen = await person(owner, 'unseen', STAGE.venueId, { tags: [], locations: [STAGE.ungranted] })
  const both = [STAGE.locations[0], STAGE.ungranted]
  const key = (venueId: number, locationId: number, name: string) => createLocationKey(house, venueId, locationId, name)
  const keys = {
    own: await key(STAGE.venueId, STAGE.locations[0], 'own'),
    revoked: await key(STAGE.venueId, STAGE.locations[0], 'revoked'),
    ungranted: await key(STAGE.venueId, STAGE.ungranted, 'ungranted'),
    other: await key(otherVenueId, otherLocationId, 'other'),
  }
  await owner`update location_key set revoked_at = now() where name = 'revoked'`
  const keyIds = { other: await idOfKey(owner, 'other'), ungranted: await idOfKey(owner, 'ungranted') }
  const principals = await peopleOf(owner, roles)
  const supplierKeys = await supply(app, owner, otherVenueId)
  return {
    principals,
    keyIds,
    supplierKeys,
    otherVenueId,
    otherLocationId,
    otherUserId: stranger.userId,
    otherInvitationId: Number(await someInvitation(app, stranger.userId)),
    otherEmployeeId: stranger.employeeId,
    ungrantedEmployeeId: unseen.employeeId,
    bothEmployeeId: (await person(owner, 'both', STAGE.venueId, { tags: [], locations: both })).employeeId,
    spare: {
      other: await spareAt(owner, otherVenueId, [otherLocationId]),
      ungranted: await spareAt(owner, STAGE.venueId, [STAGE.ungranted]),
      both: await spareAt(owner, STAGE.venueId, both),
    },
    spareRoles: await Promise.all(Array.from({ length: SPARE }, () => someRole(app, otherVenueId))),
    otherSession: await someSession(app, stranger.userId),
    otherToken: await someToken(app, { userId: stranger.userId, employeeId: stranger.employeeId, venueId: otherVenueId }),
    keys,
    sales: await ringUp(app, owner, keys, { ungranted: STAGE.ungranted, other: otherLocationId }),
    imports: {
      sales: { own: await handOver(owner, principals, 'sales'), other: await fileOf(owner, otherVenueId, stranger.userId, 'sales') },
      cards: { own: await handOver(owner, principals, 'cards'), other: await fileOf(owner, otherVenueId, stranger.userId, 'cards') },
      rates: { own: await handOver(owner, principals, 'rates'), other: await fileOf(owner, otherVenueId, stranger.userId, 'rates') },
      products: { own: await handOver(owner, principals, 'products'), other: await fileOf(owner, otherVenueId, stranger.userId, 'products') },
      invoices: { own: await handOver(owner, principals, 'invoices'), other: await fileOf(owner, otherVenueId, stranger.userId, 'invoices') },
      rosters: { own: await handOver(owner, principals, 'rosters'), other: await fileOf(owner, otherVenueId, stranger.userId, 'rosters') },
    },
    views: { other: await someView(app, otherVenueId, stranger.employeeId), owners: await someView(app, STAGE.venueId, 1) },
    schedules: { other: await someSchedule(app, otherVenueId, stranger.employeeId) },
    boards: {
      other: await someBoard(app, otherVenueId, stranger, [otherLocationId]),
      ungranted: await someBoard(app, STAGE.venueId, unseen, [STAGE.ungranted]),
    },
    payments: { other: await somePayment(app, otherVenueId), ungranted: await somePayment(app, STAGE.venueId, STAGE.ungranted) },
    moved: { other: await someMovementAtProvider(app, otherVenueId), ungranted: await someMovementAtProvider(app, STAGE.venueId, STAGE.ungranted) },
    stockOrders: { other: await someOrder(app, otherVenueId), ungranted: await someOrder(app, STAGE.venueId, STAGE.ungranted) },
    savedOrders: { other: await someSavedOrder(app, otherVenueId), ungranted: await someSavedOrder(app, STAGE.venueId, STAGE.ungranted) },
    stockCounts: { other: await someCount(app, otherVenueId), ungranted: await someCount(app, STAGE.venueId, STAGE.ungranted) },
    sheets: { other: await someSheet(app, 'Declared', otherVenueId), ungranted: await someSheet(app, 'Declared', STAGE.venueId, STAGE.ungranted) },
    journals: { other: await someJournalExport(app, otherVenueId), ungranted: await someJournalExport(app, STAGE.venueId, STAGE.ungranted) },
    loyalty: {
      card: await someCard(app, otherVenueId),
      fraudCase: { other: await someFraudCase(app, otherVenueId), ungranted: await someFraudCase(app, STAGE.venueId, STAGE.ungranted) },
      movement: { other: await someMovement(app, otherVenueId), ungranted: await someMovement(app, STAGE.venueId, STAGE.ungranted) },
      adjustment: { other: await somePendingAdjustment(app, otherVenueId), ungranted: await somePendingAdjustment(app, STAGE.venueId, STAGE.ungranted) },
    },
  }
}

const SPARE = 40

const spareAt = async (owner: Sql, venueId: number, locations: readonly number[]): Promise<number[]> => {
  const spare: number[] = []
  for (let n = 0; n < SPARE; n += 1) spare.push((await person(owner, `spare-${locations.join('-')}-${n}`, venueId, { locations })).employeeId)
  return spare
}

/** A file of each kind without a row. */
const HEADS = {
  sales: 'Day,Item,Total\n',
  cards: 'Day,Item,Total\n',
  rosters: 'Employee,Date,Start,End,Break,Hours\n',
  rates: 'Employee,From,Rate\n',
  products: 'PLU,ABV %\n',
  invoices: 'Supplier,Invoice,Received on,PLU,Units,Cost\n',
} as const

const handOver = async (
  owner: Sql,
  principals: readonly Principal[],
  kind: 'sales' | 'cards' | 'rosters' | 'rates' | 'products' | 'invoices',
): Promise<Map<number, string>> => {
  const own = new Map<number, string>()
  for (const { userId } of principals) if (!own.has(userId)) own.set(userId, await fileOf(owner, STAGE.venueId, userId, kind))
  return own
}

/** A product of the sample's supplier, one of somebody else's, and keys that open nothing. */
const supply = async ({ database }: StartedApp, owner: Sql, otherVenueId: number): Promise<Stage['supplierKeys']> => {
  const everything = { scopes: SUPPLIER_SCOPES, venueIds: [STAGE.venueId], expires: null }
  const make = (name: string, supplier: number | string, scopes: typeof SUPPLIER_SCOPES | readonly []) =>
    database.inVenue(0, (sql) => makeSupplierUser(sql, { ...everything, name, supplier, scopes }, { actorUserId: null }))
  const other = await make('FOREIGN orders', 'FOREIGN Brewing', SUPPLIER_SCOPES)
  const { key: withoutScopes } = await make('Without scopes', 1, [])
  const { userId, key: revoked } = await make('Revoked', 1, SUPPLIER_SCOPES)
  await database.inVenue(0, (sql) => revokeSupplierUser(sql, userId, { actorUserId: null }))
  const [foreign] = await owner<{ supplier_id: number }[]>`select supplier_id from supplier_user where user_id = ${other.userId}`
  const product = async (plu: string, name: string, supplierId: number) => {
    const [there] = await owner<{ product_id: number }[]>`
      insert into product (venue_id, plu, name, class_id) values (${STAGE.venueId}, ${plu}, ${name}, 0)
      on conflict (venue_id, plu) do update set name = excluded.name returning product_id`
    await owner`insert into product_supplier (venue_id, product_id, supplier_id) values (${STAGE.venueId}, ${there?.product_id ?? 0}, ${supplierId})`
  }
  await owner`insert into venue_supplier (venue_id, supplier_id, name) values (${otherVenueId}, 1, 'FOREIGN name')`
  // To the venue it is one of its suppliers; only to other suppliers is it somebody else.
  await owner`update venue_supplier set name = 'Second Brewing' where venue_id = ${STAGE.venueId} and supplier_id = ${foreign?.supplier_id ?? 0}`
  await product('1001', 'Wharf Lager, schooner', 1)
  await product('Granted', 'RIVAL stout', foreign?.supplier_id ?? 0)
  return { withoutScopes, revoked }
}

/** A file with a run of the same id. */
const fileOf = async (owner: Sql, venueId: number, userId: number, kind: keyof typeof HEADS): Promise<string> => {
  const id = newFactId()
  await owner`insert into import_file (venue_id, file_id, kind, file_name, size, uploaded_by) values (${venueId}, ${id}, ${kind}, 'matrix.csv', 16, ${userId})`
  await owner`insert into import_file_piece (venue_id, file_id, piece_no, bytes) values (${venueId}, ${id}, 0, ${Buffer.from(HEADS[kind])})`
  await owner`
    insert into import_run (venue_id, run_id, kind, file_id, file_name, mapping_name, status, started_by, location_id, cards)
    values (${venueId}, ${id}, ${kind}, ${id}, 'matrix.csv', '', 'done', ${userId}, 1, '{"new":0,"changed":0,"unchanged":0,"openingCards":0,"openingPoints":0}')`
  return id
}

/** A sale at each place that nobody of the cast may see, and one they may, on a day the examples ask for. */
const ringUp = async (app: StartedApp, owner: Sql, keys: Stage['keys'], places: Record<'ungranted' | 'other', number>): Promise<Stage['sales']> => {
  const wire = new WireClient(app.url, 1)
  const [example] = (intake.sendSales.example.body as { Sales: { Lines: object[] }[] }).Sales
  const send = async (key: string, name: string) => {
    const Lines = example?.Lines.map((line) => ({ ...line, Plu: name, Name: `${name} lager` }))
    const body = { Sales: [{ ...example, SaleId: `matrix-${name}`, ClosedAt: '2026-11-14T12:34:56+11:00', ClerkId: name, ClerkName: `${name} clerk`, Lines }] }
    const answer = await wire.send(wireOf(intake.sendSales, { body }, { authorization: `Bearer ${key}` }))
    if ((answer.json as { Accepted?: number }).Accepted !== 1) throw new Error(`No sale could be rung up: ${answer.text}`)
  }
  await send(keys.own, 'Granted')
  await send(keys.ungranted, 'UNGRANTED')
  await send(keys.other, 'FOREIGN')
  wire.close()
  const saleAt = async (locationId: number) =>
    (await owner<{ id: string }[]>`select sale_id::text as id from sale where location_id = ${locationId}`)[0]?.id ?? ''
  return { ungranted: await saleAt(places.ungranted), other: await saleAt(places.other) }
}

const peopleOf = async (owner: Sql, roles: Map<string, readonly string[]>): Promise<Principal[]> => {
  const nobody = { userId: 2, employeeId: 1, tags: [], kind: 'nobody' as const }
  const all = await person(owner, 'all-tags', STAGE.venueId, { tags: TAGS })
  const principals: Principal[] = [
    { name: 'anonymous', ...nobody, credential: 'none' },
    { name: 'nonsense', ...nobody, credential: 'nonsense' },
    { name: 'expired', ...nobody, ...all, credential: 'expired' },
    { name: 'revoked', ...nobody, ...all, credential: 'revoked' },
    { name: 'Auth only', kind: 'password-proved', tags: [], ...all, credential: 'auth' },
    { name: 'no tags', kind: 'person', tags: [], ...(await person(owner, 'no-tags', STAGE.venueId, { tags: [] })), credential: 'token' },
  ]
  for (const tag of TAGS)
    principals.push({ name: tag, kind: 'person', tags: [tag], ...(await person(owner, tag, STAGE.venueId, { tags: [tag] })), credential: 'token' })
  principals.push({ name: 'acting', kind: 'acting', tags: TAGS, ...all, credential: 'acting' })
  principals.push({ name: 'wall screen', kind: 'board', tags: TAGS, ...all, credential: 'board' })
  principals.push({ name: 'all tags', kind: 'person', tags: TAGS, ...all, credential: 'token' })
  for (const [role, tags] of roles)
    principals.push({ name: role, kind: 'person', tags, ...(await person(owner, `role-${role}`, STAGE.venueId, { role })), credential: 'token' })
  principals.push({ name: 'Admin', kind: 'admin', tags: [], userId: 1, employeeId: 0, credential: 'token' })
  principals.push({ name: 'location key', kind: 'till', tags: [], userId: 2, employeeId: 1, credential: 'key' })
  principals.push({ name: 'revoked key', ...nobody, credential: 'revoked-key' })
  principals.push({ name: 'supplier key', kind: 'supplier', tags: SUPPLIER_SCOPES, userId: 2, employeeId: 1, credential: 'supplier-key' })
  principals.push({ name: 'supplier key without scopes', kind: 'supplier', tags: [], userId: 2, employeeId: 1, credential: 'supplier-key-without-scopes' })
  principals.push({ name: 'revoked supplier key', ...nobody, credential: 'revoked-supplier-key' })
  return principals
}

interface Grant {
  tags?: readonly string[]
  role?: string
  locations?: readonly number[]
}

const person = async (owner: Sql, name: string, venueId: number, grant: Grant): Promise<{ userId: number; employeeId: number }> => {
  const userName = `matrix-${name.toLowerCase()}`
  const [user] = await owner<{ user_id: number }[]>`
    insert into app_user (user_name, user_name_key, display_name) values (${userName}, ${userName}, ${name}) returning user_id`
  const userId = user?.user_id ?? 0
  const [made] = await owner<{ employee_id: number }[]>`
    insert into employee (venue_id, user_id, first_name, surname, display_name, registered, tags)
    values (${venueId}, ${userId}, ${name}, '', ${name}, true, ${[...(grant.tags ?? [])]}) returning employee_id`
  const employeeId = made?.employee_id ?? 0
  await owner`insert into user_venue (user_id, venue_id, employee_id) values (${userId}, ${venueId}, ${employeeId})`
  for (const locationId of grant.locations ?? STAGE.locations) {
    await owner`insert into employee_location (venue_id, employee_id, location_id) values (${venueId}, ${employeeId}, ${locationId})`
  }
  if (grant.role) {
    await owner`insert into employee_role (venue_id, employee_id, role_id) select venue_id, ${employeeId}, role_id from role where venue_id = ${venueId} and name = ${grant.role}`
  }
  return { userId, employeeId }
}

const BOARD = 'Board'

/** How a credential is presented: a wall screen's in its cookie. */
export const headersOf = (credential: string): Record<string, string> => {
  if (credential.startsWith(`${BOARD} `)) return { cookie: `${boardCookie(false)}=${credential.slice(BOARD.length + 1)}` }
  return credential ? { authorization: credential } : {}
}

/** Bytes as PostgreSQL reads them from text. */
const hexOf = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

/** The sessions made last. */
let inUse: string[] = []

/**
 * A credential for each of these people, in one go: Tokens, Auths, lapsed and revoked ones, as each presents. Those made before are gone:
 * nobody presents them again, and thousands of them would be read by every fingerprint of the database.
 */
export const credentialsFor = async (owner: Sql, stage: Stage, principals: readonly Principal[]): Promise<string[]> => {
  await owner`delete from session where session_id = any(${inUse})`
  const made = principals.map((principal) => ({ principal, sessionId: newName(), secret: newSecret() }))
  const sessions = made
    .filter(({ principal }) => ['auth', 'token', 'acting', 'board', 'expired', 'revoked'].includes(principal.credential))
    .map(({ principal: { userId, employeeId, credential }, sessionId, secret }) => ({
      session_id: sessionId,
      user_id: userId,
      auth_hash: credential === 'auth' ? hexOf(hashSecret(secret)) : null,
      auth_until: credential === 'auth' ? new Date(Date.now() + 600_000) : null,
      token_hash: credential === 'auth' || credential === 'board' ? null : hexOf(hashSecret(secret)),
      venue_id: credential === 'auth' ? null : STAGE.venueId,
      employee_id: credential === 'auth' ? null : employeeId,
      idle_seconds: 7200,
      idle_until: new Date(Date.now() + (credential === 'expired' ? -1000 : 7_200_000)),
      absolute_until: new Date(Date.now() + 7_200_000),
      revoked_at: credential === 'revoked' ? new Date() : null,
      companion_hash: credential === 'board' ? hexOf(hashSecret(secret)) : null,
      board_name: credential === 'board' ? 'Kitchen' : null,
      board_locations: credential === 'board' ? STAGE.locations : null,
      acting: credential === 'acting',
      impersonator_session_id: null as string | null,
    }))
  // Whoever acts does so for Admin, each in a session begun from one of Admin's own.
  for (const session of [...sessions].filter(({ acting }) => acting)) {
    const own = { ...session, session_id: newName(), user_id: 1, employee_id: 0, token_hash: null, impersonator_session_id: null }
    sessions.push(own)
    session.impersonator_session_id = own.session_id
  }
  inUse = sessions.map(({ session_id }) => session_id)
  await owner`
    insert into session (session_id, user_id, auth_hash, auth_until, token_hash, venue_id, employee_id, idle_seconds, idle_until, absolute_until, revoked_at, impersonator_session_id,
      companion_hash, board_name, board_locations, password_checked_at)
    select s.*, now() + interval '1 second' from jsonb_to_recordset(${owner.json(sessions)}) as s(session_id text, user_id int, auth_hash bytea, auth_until timestamptz, token_hash bytea,
      venue_id int, employee_id int, idle_seconds int, idle_until timestamptz, absolute_until timestamptz, revoked_at timestamptz, impersonator_session_id text,
      companion_hash bytea, board_name text, board_locations int[])`
  return made.map(({ principal, sessionId, secret }) => {
    if (principal.credential === 'none') return ''
    if (principal.credential === 'auth') return `Basic ${Buffer.from(`${sessionId}:${secret}`).toString('base64')}`
    if (principal.credential === 'board') return `${BOARD} ${secret}`
    if (principal.credential === 'key') return `Bearer ${stage.keys.own}`
    if (principal.credential === 'supplier-key') return `Bearer ${SAMPLE_SUPPLIER.key}`
    if (principal.credential === 'supplier-key-without-scopes') return `Bearer ${stage.supplierKeys.withoutScopes}`
    if (principal.credential === 'revoked-supplier-key') return `Bearer ${stage.supplierKeys.revoked}`
    return `Bearer ${principal.credential === 'revoked-key' ? stage.keys.revoked : secret}`
  })
}

const idOfKey = async (owner: Sql, name: string): Promise<number> =>
  (await owner<{ key_id: number }[]>`select key_id from location_key where name = ${name}`)[0]?.key_id ?? 0
