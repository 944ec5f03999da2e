import { hash, randomInt } from 'node:crypto'
import { exports } from '#features/delivery/exports.contract.ts'
import { cardImports } from '#features/imports/cards/card-import.contract.ts'
import { imports } from '#features/imports/import.contract.ts'
import { rateImports } from '#features/imports/rates/rate-import.contract.ts'
import { rosterImports } from '#features/imports/rosters/roster-import.contract.ts'
import { uploads } from '#features/imports/upload/upload.contract.ts'
import { intake } from '#features/intake/intake.contract.ts'
import { takingPunches } from '#features/intake/take-punches.contract.ts'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { adjustCard } from '#features/ledger/by-hand.sql.ts'
import { addCard, lockCard } from '#features/ledger/cards.sql.ts'
import { expiryDay } from '#features/ledger/expiry.sql.ts'
import { keepHits } from '#features/loyalty/fraud/fraud-cases.sql.ts'
import { linkToBegin } from '#features/membership/begin/begin.sql.ts'
import { makeLink, type Purpose } from '#features/membership/password-links.sql.ts'
import { productFiles } from '#features/stock/products/files/product-files.contract.ts'
import { invoiceFiles } from '#features/stock/purchases/files/invoice-files.contract.ts'
import { obtainToken } from '#integrations/deliverect/deliverect-api.adapter.ts'
import { nameAccount } from '#integrations/deliverect/deliverect-links.sql.ts'
import { DELIVERECT_TOKENS } from '#integrations/deliverect/deliverect-token.adapter.ts'
import { setMarketplaceSettings } from '#integrations/marketplace/marketplace.sql.ts'
import { clientIdOf } from '#platform/access/assistant-clients.ts'
import { beginBoard, newPairing } from '#platform/access/boards.ts'
import { keepToken } from '#platform/access/house-tokens.ts'
import { invite } from '#platform/access/invitations.ts'
import { createLocationKey, keysThatWork } from '#platform/access/location-keys.ts'
import { insertLocation } from '#platform/access/locations.ts'
import { askNewAddress, makeAddressLink } from '#platform/access/new-address.ts'
import { makeLogin } from '#platform/access/people.ts'
import { makeToken, revokeTokens } from '#platform/access/personal-tokens.ts'
import { sealToken } from '#platform/access/sealed-tokens.ts'
import { hashSecret, newName, newSecret, sharedSigningKey } from '#platform/access/secrets.ts'
import { makeSupplierUser } from '#platform/access/supplier-users.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { enterVenue } from '#platform/database/database.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import type { AnyOperation, ExamplePrincipal } from '#shared/endpoint.ts'
import { nameKey } from '#shared/name-key.ts'
import { credentialOf } from './credentials.ts'
import {
  someCount,
  someCountedProduct,
  someExciseRate,
  someInvoice,
  someLicensedBuyer,
  someOrder,
  someOrderedProduct,
  someSaveableProduct,
  someSavedOrder,
  someStockedProduct,
  someStockMovement,
} from './example-cellar.ts'
import { someJournalExport } from './example-journals.ts'
import { someExplainedMovement, someLoneSale, someMovementAtProvider, somePayment } from './example-payments.ts'
import { someSheet, someSheetWithPhoto, someUncountedTill } from './example-sheets.ts'
import type { StartedApp } from './start-app.ts'
import { type Input, WireClient, wireOf } from './wire.ts'

/** Made once for each app: reading a file starts a process, and nothing asked of it here uses it up. */
const once = (make: (app: StartedApp) => Promise<string>): ((app: StartedApp) => Promise<string>) => {
  const made = new WeakMap<StartedApp, Promise<string>>()
  return (app) => {
    const known = made.get(app) ?? make(app)
    made.set(app, known)
    return known
  }
}

/** What only a living system can tell: links, tickets and ids that examples name in braces. */
const FILLED: Record<string, (app: StartedApp) => Promise<string>> = {
  '{password-link}': (app) => freshLink(app),
  '{invitation}': (app) => freshLink(app, 'invite'),
  '{own-invitation}': (app) => someInvitation(app, 2),
  '{invitation-link}': (app) => someInvitationLink(app),
  '{first-link}': async ({ database }) => (await linkToBegin(database.house, '', new Date()))?.split('#')[1] ?? 'a-link-nobody-was-given',
  '{till-key}': (app) => someTillKey(app),
  '{address-link}': (app) => someAddressLink(app),
  '{own-session}': (app) => someSession(app, 2),
  '{role}': (app) => someRole(app, 1),
  '{employee}': (app) => someEmployee(app),
  '{roster-person}': once(someRosterPerson),
  '{fresh}': async () => `fresh-${process.pid}-${made++}`,
  '{export}': async (app) => String((await answerTo<{ Url: string }>(app, exports.prepare)).Url.split('/').at(-1)),
  '{sale}': (app) => someSale(app),
  '{import-file}': once(someUpload),
  '{import-file-to-drop}': (app) => someComingFile(app, 1, 2),
  '{import-run}': once(async (app) => (await answerTo<{ RunId: string }>(app, imports.startRun)).RunId),
  '{roster-file}': once(async (app) => (await answerTo<{ FileId: string }>(app, rosterImports.uploadRosterFile)).FileId),
  '{invoice-file}': once(async (app) => (await answerTo<{ FileId: string }>(app, invoiceFiles.uploadInvoiceFile)).FileId),
  '{product-file}': once(async (app) => (await answerTo<{ FileId: string }>(app, productFiles.uploadProductFile)).FileId),
  '{rate-file}': once(async (app) => (await answerTo<{ FileId: string }>(app, rateImports.uploadRateFile)).FileId),
  '{card-file}': once(async (app) => (await answerTo<{ FileId: string }>(app, cardImports.uploadFile)).FileId),
  '{card-run}': once(async (app) => (await answerTo<{ RunId: string }>(app, cardImports.startRun)).RunId),
  '{import-mapping}': (app) => someMapping(app),
  '{empty-location}': (app) => someEmptyLocation(app),
  '{supplier-user}': (app) => someSupplierUser(app),
  '{view}': (app) => someView(app, 1, 1),
  '{schedule}': (app) => someSchedule(app, 1, 1),
  '{pairing}': async ({ database }) => (await newPairing(database.house, undefined, { ip: '127.0.0.1', userAgent: 'test' })).code,
  '{assistant}': async ({ database }) =>
    clientIdOf(await sharedSigningKey(database.house), { name: 'Example assistant', redirects: ['http://127.0.0.1/callback'] }),
  '{token}': (app) => someToken(app, { userId: 2, employeeId: 1, venueId: 1 }),
  '{board}': (app) => someBoard(app, 1, { userId: 2, employeeId: 1 }, [1]),
  '{unsubscribe}': (app) => someMailedLink(app),
  '{outside-schedule}': (app) => someOutsideSchedule(app),
  '{outside-link}': (app) => someOutsideLink(app),
  '{card}': (app) => someCard(app),
  '{other-card}': (app) => someCard(app),
  '{new-card}': async () => `new-${process.pid}-${made++}`,
  '{movement}': (app) => someMovement(app),
  '{pending-adjustment}': (app) => somePendingAdjustment(app, 1),
  '{suspicious-card}': (app) => suspiciousCard(app),
  '{fraud-case}': (app) => someFraudCase(app),
  '{sheet}': (app) => someSheet(app),
  '{counted-sheet}': (app) => someSheet(app, 'Declared'),
  '{signed-sheet}': (app) => someSheet(app, 'Reviewed'),
  '{committed-sheet}': (app) => someSheet(app, 'Committed'),
  '{photo-sheet}': (app) => someSheetWithPhoto(app),
  '{uncounted-till}': (app) => someUncountedTill(app),
  '{counted-product}': (app) => someCountedProduct(app),
  '{stock-movement}': (app) => someStockMovement(app),
  '{stock-count}': (app) => someCount(app),
  '{stocked-product}': (app) => someStockedProduct(app),
  '{supplier-invoice}': (app) => someInvoice(app),
  '{excise-rate}': (app) => someExciseRate(app),
  '{licensed-buyer}': (app) => someLicensedBuyer(app),
  '{order}': (app) => someOrder(app),
  '{saved-order}': (app) => someSavedOrder(app),
  '{saveable-product}': (app) => someSaveableProduct(app),
  '{ordered-product}': (app) => someOrderedProduct(app),
  '{payment}': (app) => somePayment(app),
  '{lone-movement}': (app) => someMovementAtProvider(app),
  '{matched-movement}': (app) => someExplainedMovement(app),
  '{lone-sale}': (app) => someLoneSale(app),
  '{journal-export}': (app) => someJournalExport(app),
  '{origin}': async (app) => app.settings.publicUrl,
  '{stripe-code}': (app) => someStripeCode(app),
  '{deputy-code}': (app) => someDeputyCode(app),
  '{deliverect-place}': (app) => someDeliverectPlace(app),
  '{online-order}': (app) => someOnlineOrder(app),
  // A merchant is linked at one place only.
  '{tyro-id}': async () => String(randomInt(1, 281_474_976_710_655)),
  '{storefront}': (app) => someStorefront(app),
  '{involv-code}': (app) => someInvolvCode(app),
  '{shopify-code}': (app) => someShopifyCode(app),
  '{shop-return}': (app) => someShop(app),
  '{expiry-day}': (app) => someExpiryDay(app),
}

/** The file of the examples, uploaded as they do. */
async function someUpload(app: StartedApp): Promise<string> {
  const { FileId } = await answerTo<{ FileId: string }>(app, uploads.begin)
  const put = { ...uploads.putPart, example: { ...uploads.putPart.example, params: { fileId: FileId, part: 0 } } }
  await answerTo(app, put)
  return FileId
}

/** A file of its own of somebody, all of which is there. */
export const someComingFile = ({ database }: StartedApp, venueId: number, userId: number): Promise<string> => {
  const [id, bytes] = [newFactId(), Buffer.from(uploads.putPart.example.body as string)]
  return database.inVenue(venueId, async (sql) => {
    await sql`
      insert into import_file (venue_id, file_id, file_name, size, uploaded_by, part_hashes)
      values (${venueId}, ${id}, 'coming.csv', ${bytes.length}, ${userId}, ${[hash('sha256', bytes)]})`
    await sql`insert into import_file_piece (venue_id, file_id, piece_no, bytes) values (${venueId}, ${id}, 0, ${bytes})`
    return id
  })
}

/** A location that an import made and nobody uses, to be removed. */
const someEmptyLocation = ({ database }: StartedApp): Promise<string> =>
  database.inVenue(1, async (sql) => {
    const name = `Mistaken place ${process.pid}-${made++}`
    const externalCode = nameKey(name)
    const id = await insertLocation(sql, 1, { name, timeZone: 'Australia/Sydney', currency: 'AUD', dayStart: '05:00', externalCode })
    await sql`
      insert into import_run (venue_id, run_id, file_name, mapping_name, status, new_locations) values (1, ${newFactId()}, 'wrong.csv', '', 'stopped', ${[name]})`
    return String(id)
  })

/** A key of the sample's first location, to be revoked. */
const someTillKey = async ({ database: { house } }: StartedApp): Promise<string> => {
  await createLocationKey(house, 1, 1, `till ${made++}`)
  const [newest] = await keysThatWork(house, 1, [1])
  return String(newest?.keyId)
}

/**
 * A code of an account at the stand-in that the tests of examples have, with the owner's sign-in waiting for it at every place, and nothing linked;
 * a code that nobody gave where there is no stand-in.
 */
const someStripeCode = async (app: StartedApp): Promise<string> => {
  await waitForCode(app, 'Stripe')
  return codeAt(`${app.settings.providers.stripe.connectBase}/oauth/decide?choice=allow&account=acct_Example&redirect_uri=http://127.0.0.1/`)
}

const someDeputyCode = async (app: StartedApp): Promise<string> => {
  await waitForCode(app, 'Deputy')
  const back = encodeURIComponent(`${app.settings.publicUrl}/deputy/connect`)
  return codeAt(`${app.settings.providers.deputy.onceBase}/my/oauth/decide?choice=allow&endpoint=example.au.deputy.com&redirect_uri=${back}`)
}

const VERIFIER = 'a-verifier-of-the-example-with-43-characters'
const CHALLENGE = hash('sha256', VERIFIER, 'base64url')

const someInvolvCode = async (app: StartedApp): Promise<string> => {
  await waitForCode(app, 'Involv')
  const back = encodeURIComponent(`${app.settings.publicUrl}/involv/connect`)
  const decide = app.settings.providers.involv.authorizeUrl?.replace('/authorize', '/decide')
  return codeAt(`${decide}?choice=allow&account=example&code_challenge=${CHALLENGE}&redirect_uri=${back}`)
}

/** The shop of examples: it is what the owner asked for last at every place. */
const EXAMPLE_SHOP = 'harbour-vine.myshopify.com'

const someShopifyCode = async (app: StartedApp): Promise<string> => {
  const back = await someShop(app)
  const shop = app.settings.providers.shopify.base.replace('{shop}', EXAMPLE_SHOP)
  return codeAt(`${shop}/admin/oauth/decide?scope=read_orders&state=none&redirect_uri=${encodeURIComponent(back)}`)
}

/** Where people come back to from a shop that is known at every place of every venue, and linked at none of the sample. */
const someShop = async (app: StartedApp): Promise<string> => {
  await waitForCode(app, 'Shopify', EXAMPLE_SHOP)
  const venues = await app.database.house<{ venue_id: number }[]>`select venue_id from venue where venue_id > 1`
  for (const { venue_id } of venues)
    await app.database.inVenue(
      venue_id,
      (sql) => sql`
        insert into link_authorisation (venue_id, state_hash, provider, location_id, user_id, redirect_uri, shop, created_at, expires_at)
        select ${venue_id}, sha256(gen_random_uuid()::text::bytea), 'Shopify', p.location_id, 1, '', ${EXAMPLE_SHOP}, now(), now()
        from (select null::int as location_id union all select location_id from location where venue_id = ${venue_id}) p returning 1`,
    )
  return `${app.settings.publicUrl}/shopify/connect`
}

const codeAt = async (address: string): Promise<string> => {
  const answer = await fetch(address, { redirect: 'manual' }).catch(() => undefined)
  return new URL(answer?.headers.get('location') ?? 'http://127.0.0.1/?code=ac_nobody').searchParams.get('code') ?? ''
}

const waitForCode = async (
  { database, settings }: StartedApp,
  provider: 'Stripe' | 'Deputy' | 'Involv' | 'Shopify',
  shop: string | null = null,
): Promise<void> => {
  const redirectUri = `${settings.publicUrl}/${provider.toLowerCase()}/connect`
  const place = async (locationId: number | null) =>
    database.inVenue(1, async (sql) => {
      await sql`delete from linked_account where venue_id = 1`
      await sql`update link set status = 'revoked' where venue_id = 1 and provider = ${provider} and location_id is not distinct from ${locationId}::int returning 1`
      const stateHash = hashSecret(newSecret())
      const verifier = provider === 'Involv' ? sealToken(settings.providers.tokenKeys, `${stateHash.toString('hex')} Involv verifier`, VERIFIER) : null
      await sql`
        insert into link_authorisation (venue_id, state_hash, provider, location_id, user_id, redirect_uri, shop, verifier, created_at, expires_at)
        select 1, ${stateHash}, ${provider}, ${locationId}::int, u.user_id, ${redirectUri}, ${shop}, ${verifier}::bytea, now(), now() + interval '10 minutes'
        from app_user u where u.user_name = 'owner' returning 1`
    })
  for (const locationId of [null, 1, 2, 3]) await place(locationId)
}

/** A location that is linked with the stand-in's only one, and Daybook connected there, where there is a stand-in. */
const someDeliverectPlace = async ({ database, settings: { providers } }: StartedApp): Promise<string> => {
  const obtained = await obtainToken(providers, new Date()).catch(() => undefined)
  if (obtained) await database.inVenue(0, (sql) => keepToken(sql, DELIVERECT_TOKENS, providers.tokenKeys, obtained))
  const named = {
    deliverectId: '5f0000000000000000000001',
    deliverectLocationId: '5f0000000000000000000002',
    sendToLocation: false,
    isChecked: false,
    name: '',
  }
  const sale = {
    SaleId: 'HB2-EXAMPLE',
    ClosedAt: new Date().toISOString(),
    Lines: [{ Plu: '1001', Name: 'Wharf Lager, schooner', Quantity: '1', Gross: 980, Net: 980 }],
    Tenders: [{ Method: 'Cash', Amount: 980 }],
    Totals: { Total: 980 },
  }
  await workInVenue(database, 1, new Date(), async (venue) => {
    await nameAccount(venue, 2, named)
    await takeSales(venue, { locationId: 2, batchId: null, source: 'example', sales: [sale] })
  })
  return '2'
}

/** An online order that waits for the till of the sample's first location. */
const someOnlineOrder = async ({ database }: StartedApp): Promise<string> => {
  const orderId = `order-${process.pid}-${made++}`
  await database.inVenue(
    1,
    (sql) => sql`
      insert into deliverect_order (venue_id, order_id, location_id, placed_at, business_date, is_known, till, till_since) values (1, ${orderId}, 1, now(), current_date, true, 'waiting', now()) returning 1`,
  )
  return orderId
}

/** The sample's first location, which has a storefront from here on. */
const someStorefront = async ({ database }: StartedApp): Promise<string> => {
  await workInVenue(database, 1, new Date(), (venue) => setMarketplaceSettings(venue, 1, { Enabled: true, DisplayName: 'To go' }, undefined))
  return '1'
}

/** An operation's example, its placeholders filled in for one use. */
export const exampleInput = async (app: StartedApp, operation: AnyOperation): Promise<Input> => {
  const { params, query, body } = operation.example
  let written = JSON.stringify({ params, query, body })
  for (const [placeholder, fresh] of Object.entries(FILLED)) {
    if (written.includes(placeholder)) written = written.replaceAll(placeholder, await fresh(app))
  }
  return JSON.parse(written) as Input
}

let made = 0

/** A link for a person made for it: a newer link would void the older ones of the same person. */
const freshLink = ({ database }: StartedApp, purpose: Purpose = 'reset'): Promise<string> =>
  database.inVenue(0, async (sql) => {
    const name = `linked-${process.pid}-${made++}`
    const [person] = await sql<{ user_id: number }[]>`
      insert into app_user (user_name, user_name_key, display_name) values (${name}, ${name}, ${name}) returning user_id`
    return makeLink(sql, person?.user_id ?? 0, purpose)
  })

/** A link that confirms a new address of somebody, for one use. */
const someAddressLink = ({ database }: StartedApp): Promise<string> =>
  database.inVenue(0, async (sql) => {
    const name = `moved-${process.pid}-${made++}`
    const { userId } = await makeLogin(sql, { userName: name, displayName: name, email: `${name}@old.example` })
    await askNewAddress(sql, { userId, email: `${name}@new.example`, askedBy: userId, venueId: null })
    return makeAddressLink(sql, userId)
  })

/** A session somebody has elsewhere, to be ended; begun beside those that count against the most one may have. */
export const someSession = async ({ database }: StartedApp, userId: number): Promise<string> => {
  const sessionId = newName()
  await database.house`
    insert into session (session_id, user_id, idle_seconds, idle_until, absolute_until)
    values (${sessionId}, ${userId}, 1800, now() + interval '30 minutes', now() + interval '2 hours')`
  return sessionId
}

/** A role of the venue's own that nobody has and that lets nobody do anything. */
export const someRole = ({ database }: StartedApp, venueId: number): Promise<string> =>
  database.inVenue(venueId, async (sql) => {
    const name = `Role ${process.pid}-${made++}`
    const [role] = await sql<{ role_id: number }[]>`
      insert into role (venue_id, name, name_key, tags) values (${venueId}, ${name}, ${name.toLowerCase()}, '{}') returning role_id`
    return String(role?.role_id)
  })

/** An invitation of a login to a venue made for it, for one use: whoever belongs to a venue is not invited there again. */
export const someInvitation = ({ database }: StartedApp, userId: number, token?: string): Promise<string> =>
  database.inVenue(0, async (sql) => {
    const [venue] = await sql<{ venue_id: number }[]>`insert into venue (name) values (${`Inviting House ${made++}`}) returning venue_id`
    const venueId = venue?.venue_id ?? 0
    await enterVenue(sql, venueId)
    const [employee] = await sql<{ employee_id: number }[]>`
      insert into employee (venue_id, user_id, first_name, surname, display_name, invited_at) values (${venueId}, ${userId}, 'Invited', '', 'Invited', now())
      returning employee_id`
    const id = await invite(sql, { venueId, employeeId: employee?.employee_id ?? 0, userId, email: null, invitedBy: null })
    if (token) await sql`update invitation set token_hash = ${hashSecret(token)} where invitation_id = ${id}`
    return String(id)
  })

/** The mailed link of an invitation of somebody with a password, for one use. */
const someInvitationLink = async (app: StartedApp): Promise<string> => {
  const [name, token] = [`invited-${process.pid}-${made++}`, newSecret()]
  const [person] = await app.database.house<{ user_id: number }[]>`
    insert into app_user (user_name, user_name_key, display_name, password_hash) values (${name}, ${name}, ${name}, 'never proved') returning user_id`
  await someInvitation(app, person?.user_id ?? 0, token)
  return token
}

/** Somebody at the sample's first location with access, made for one use. */
/** Makes a roster person by sending a punch. */
async function someRosterPerson(app: StartedApp): Promise<string> {
  await answerTo(app, takingPunches.sendPunches)
  const [person] = await app.database.inVenue(1, (sql) => sql<{ id: number }[]>`select max(person_id) as id from roster_person where venue_id = 1`)
  return String(person?.id)
}

const someEmployee = ({ database }: StartedApp): Promise<string> =>
  database.inVenue(1, async (sql) => {
    const name = `employed-${process.pid}-${made++}`
    const [person] = await sql<{ user_id: number }[]>`
      insert into app_user (user_name, user_name_key, display_name) values (${name}, ${name}, ${name}) returning user_id`
    const userId = person?.user_id ?? 0
    const [employee] = await sql<{ employee_id: number }[]>`
      insert into employee (venue_id, user_id, first_name, surname, display_name, registered) values (1, ${userId}, ${name}, '', ${name}, true)
      returning employee_id`
    const employeeId = employee?.employee_id ?? 0
    await sql`insert into employee_location (venue_id, employee_id, location_id) values (1, ${employeeId}, 1)`
    await sql`insert into user_venue (user_id, venue_id, employee_id) values (${userId}, 1, ${employeeId})`
    return String(employeeId)
  })

/** A sale of the first location; rung up by the example of intake where there is none. */
const someSale = async (app: StartedApp): Promise<string> => {
  const find = () =>
    app.database.readVenue(1, (sql) => sql<{ id: string }[]>`select sale_id::text as id from sale where location_id = 1 order by sale_id limit 1`)
  const [there] = await find()
  if (there) return there.id
  await answerTo(app, intake.sendSales)
  return (await find())[0]?.id ?? ''
}

/** A mapping kept for one use, since forgetting it is one. */
const someMapping = (app: StartedApp): Promise<string> => {
  const name = `Mapping ${process.pid}-${made++}`
  return app.database.inVenue(1, async (sql) => {
    await sql`insert into import_mapping (venue_id, name, mapping) values (1, ${name}, '{"Columns":{}}')`
    return name
  })
}

/** A user of the sample's supplier, for one use, since it may be revoked by it. */
const someSupplierUser = async ({ database }: StartedApp): Promise<string> => {
  const name = `Supplier user ${process.pid}-${made++}`
  const wanted = { name, supplier: 1, scopes: ['sales:read'] as const, venueIds: [1], expires: null }
  const { userId } = await database.inVenue(0, (sql) => makeSupplierUser(sql, wanted, { actorUserId: null }))
  return String(userId)
}

/** A view of sales that an employee keeps to themselves, for one use. */
export const someView = ({ database }: StartedApp, venueId: number, employeeId: number): Promise<string> => {
  const id = newFactId()
  return database.inVenue(venueId, async (sql) => {
    await sql`
      insert into saved_view (venue_id, view_id, employee_id, name, path, search, report_path, report_query)
      values (${venueId}, ${id}::bigint, ${employeeId}, ${`View ${id}`}, '/reports/sales', 'range=lastweek', '/sales/day', '{"FromDate":"2026-11-09","ToDate":"2026-11-15"}')`
    return id
  })
}

/** A wall screen that shows somebody's dashboard. */
export const someToken = async ({ database }: StartedApp, who: { userId: number; employeeId: number; venueId: number }): Promise<string> => {
  const made = { ...who, name: 'Workbook', reports: null, locations: null, days: 1 }
  return database.inVenue(0, async (sql) => {
    await revokeTokens(sql, who, 'for a test')
    return String((await makeToken(sql, made)).tokenId)
  })
}

export const someBoard = async (
  { database }: StartedApp,
  venueId: number,
  { userId, employeeId }: { userId: number; employeeId: number },
  locations: readonly number[],
): Promise<string> => {
  const { code } = await newPairing(database.house, undefined, { ip: '127.0.0.1', userAgent: 'test' })
  const boardId = await database.inVenue(venueId, (sql) => beginBoard(sql, code, { userId, venueId, employeeId, name: 'Kitchen', locations }))
  return boardId ?? ''
}

/** A scheduled report of an employee's, sent to themselves, for one use. */
export const someSchedule = ({ database }: StartedApp, venueId: number, employeeId: number): Promise<string> => {
  const id = newFactId()
  return database.inVenue(venueId, async (sql) => {
    await sql`
      insert into report_schedule (venue_id, schedule_id, employee_id, name, path, search, report_path, report_query, every, on_day, language, attachment, skip_empty, next_day)
      values (${venueId}, ${id}::bigint, ${employeeId}, ${`Schedule ${id}`}, '/reports/sales', 'range=lastweek', '/sales/day',
        '{"FromDate":"2026-11-09","ToDate":"2026-11-15"}', 'week', 7, 'en', 'none', true, '2999-12-29')`
    await sql`insert into schedule_recipient (venue_id, schedule_id, employee_id) values (${venueId}, ${id}::bigint, ${employeeId})`
    return id
  })
}

/** A scheduled report that goes to somebody outside as well, who did not answer for two days; the venue allows it. */
export const someOutsideSchedule = async (
  app: StartedApp,
  {
    token,
    venueId = 1,
    employeeId = 1,
    address = 'accountant@ledgers.example',
  }: { token?: string; venueId?: number; employeeId?: number; address?: string } = {},
): Promise<string> => {
  const id = await someSchedule(app, venueId, employeeId)
  await app.database.inVenue(venueId, async (sql) => {
    await sql`
      insert into venue_setting (venue_id, section, value) values (${venueId}, 'settings', '{"OutsideRecipients": true}')
      on conflict (venue_id, section) do update set value = venue_setting.value || excluded.value`
    const [outside] = await sql<{ id: string }[]>`
      insert into outside_recipient as o (venue_id, outside_id, address, address_key, asked_by, asked_at, language, expires_at, token_hash)
      values (${venueId}, ${newFactId()}::bigint, ${address}, ${address}, ${employeeId}, now() - interval '2 days', 'en', '2999-01-01', ${token ? hashSecret(token) : null})
      on conflict (venue_id, address_key) do update set state = 'asked', asked_at = excluded.asked_at returning outside_id::text as id`
    await sql`insert into schedule_outside (venue_id, schedule_id, outside_id) values (${venueId}, ${id}::bigint, ${outside?.id ?? ''}::bigint)`
  })
  return id
}

/** The link by which somebody outside is asked whether reports may be mailed to them. */
const someOutsideLink = async (app: StartedApp): Promise<string> => {
  const token = `1-${newSecret()}`
  await someOutsideSchedule(app, { token, address: `reader-${newFactId()}@ledgers.example` })
  return token
}

/** The link of a mail by which its recipient leaves the list. */
const someMailedLink = async (app: StartedApp): Promise<string> => {
  const [scheduleId, runId, token] = [await someSchedule(app, 1, 1), newFactId(), `1-${newSecret()}`]
  return app.database.inVenue(1, async (sql) => {
    await sql`insert into schedule_run (venue_id, run_id, schedule_id, kind, day, nth) values (1, ${runId}::bigint, ${scheduleId}::bigint, 'due', '2026-11-15', 0)`
    await sql`
      insert into schedule_mail (venue_id, run_id, employee_id, state, token_hash) values (1, ${runId}::bigint, 1, 'sent', ${hashSecret(token)})`
    return token
  })
}

/** A card of the sample with a balance, for one use: some calls replace it. */
export const someCard = ({ database }: StartedApp, venueId = 1, points = 500): Promise<string> =>
  workInVenue(database, venueId, new Date(), async (venue) => {
    const number = `C${process.pid}-${made++}`
    await addCard(venue, number, '2026-01-05')
    await adjustCard(venue, await lockCard(venue, number), points, { locationId: venue.locations[0]?.locationId ?? 0, comments: '' })
    return number
  })

/** A movement at a location, the first where none is named, for one use. */
export const someMovement = async (app: StartedApp, venueId = 1, at?: number): Promise<string> => {
  const number = await someCard(app, venueId)
  return workInVenue(app.database, venueId, new Date(), async (venue) => {
    const locationId = at ?? venue.locations[0]?.locationId ?? 0
    return (await adjustCard(venue, await lockCard(venue, number), 10, { locationId, comments: '' })).movementId
  })
}

/** A card whose points were adjusted without a reason, for one use. */
const suspiciousCard = async (app: StartedApp, venueId = 1, at?: number): Promise<string> => {
  const number = await someCard(app, venueId)
  return workInVenue(app.database, venueId, new Date(), async (venue) => {
    const locationId = at ?? venue.locations[0]?.locationId ?? 0
    await adjustCard(venue, await lockCard(venue, number), 10, { locationId, comments: '' })
    return number
  })
}

/** A case of such a card, at a location, the first where none is named; for one use, since it is decided on. */
export const someFraudCase = async (app: StartedApp, venueId = 1, at?: number): Promise<string> => {
  const number = await suspiciousCard(app, venueId, at)
  return workInVenue(app.database, venueId, new Date(), async (venue) => {
    const locationId = at ?? venue.locations[0]?.locationId ?? 0
    const { cardId } = await lockCard(venue, number)
    const hit = { rule: 5, cardId, locationId, day: '2026-11-14', n: 1, other: 10, clerkKey: null, userId: null, about: '', facts: [] }
    return (await keepHits(venue, cardId, [hit]))?.caseId ?? ''
  })
}

/** An adjustment asked for by nobody who would decide on it, for one use. */
export const somePendingAdjustment = async (app: StartedApp, venueId: number, at?: number): Promise<string> => {
  const number = await someCard(app, venueId)
  return workInVenue(app.database, venueId, new Date(), async ({ sql, locations }) => {
    const id = newFactId()
    await sql`
      insert into loyalty_adjustment (venue_id, movement_id, card_id, points, location_id, comments, asked_by, asked_at)
      select ${venueId}, ${id}::bigint, card_id, 5000, ${at ?? locations[0]?.locationId ?? 0}, 'A second look, please', 2147483647, now() from loyalty_card
      where venue_id = ${venueId} and number = ${number} returning 1`
    return id
  })
}

/** The day before which points of the sample expire, once it lets any. */
const someExpiryDay = ({ database }: StartedApp): Promise<string> =>
  workInVenue(database, 1, new Date(), async (venue) => {
    await venue.sql`
      insert into venue_setting as s (venue_id, section, value) values (1, 'config', '{"PointsExpireMonths":120}')
      on conflict (venue_id, section) do update set value = s.value || excluded.value`
    return (await expiryDay(venue))?.before ?? ''
  })

const credentials = new WeakMap<StartedApp, Map<ExamplePrincipal, Promise<string>>>()

/** One session for all of them: a person keeps five at most, and a ticket dies with its session. */
const credentialFor = (app: StartedApp, principal: ExamplePrincipal, anew: boolean): Promise<string> => {
  const known = credentials.get(app) ?? new Map<ExamplePrincipal, Promise<string>>()
  credentials.set(app, known)
  const held = (!anew && known.get(principal)) || credentialOf(app.database, principal)
  known.set(principal, held)
  return held
}

/** Makes an operation's example call; in a new session where others have signed in too often for the one held. */
const answerTo = async <T>(app: StartedApp, operation: AnyOperation): Promise<T> => {
  const wire = new WireClient(app.url, 1)
  const ask = async (anew: boolean) => {
    const authorization = await credentialFor(app, operation.example.as, anew)
    await app.database.house`delete from limit_counter where name = 'export'`
    return wire.send(wireOf(operation, await exampleInput(app, operation), { authorization }))
  }
  try {
    const first = await ask(false)
    const answer = first.status === 401 ? await ask(true) : first
    if (answer.status >= 300) throw new Error(`${operation.method} ${operation.path} answered ${answer.status} ${answer.text}`)
    return answer.json as T
  } finally {
    wire.close()
  }
}
