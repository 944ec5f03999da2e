import { SOURCE } from '#features/rosters/roster.rules.ts'
import { keepEmails } from '#features/rosters/roster-people.sql.ts'
import { noteAccount, noteWorking } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { endWalk, noteWalked, walkOf } from '#integrations/link-sync.sql.ts'
import { accessTokenOf, expireToken } from '#integrations/link-tokens.sql.ts'
import { type AccountReading, readAccount } from '#integrations/read-account.job.ts'
import type { LinkName } from '#platform/access/linked-accounts.ts'
import type { JobGiven } from '#platform/jobs/jobs.ts'
import type { ProviderSettings, Settings } from '#platform/settings.ts'
import { waitingWebhooks, webhooksDone } from '#platform/web/webhook-store.ts'
import { addDays } from '#shared/day.ts'
import { type Condition, type Install, nameOfInstall, registerWebhooks, renewTokens, tellSales, thingAt } from './deputy-api.adapter.ts'
import { keepAreas } from './deputy-areas.sql.ts'
import { allOf, MOST_PAGES, pagesOf, type Server, wholeOf } from './deputy-pages.job.ts'
import { Area, Company, Contact, codeOf, Employee, ROWS_A_PAGE, Roster, Timesheet } from './deputy-rows.adapter.ts'
import { noteTold, salesToTell } from './deputy-sales.sql.ts'
import { keepRosters, keepTimesheets, withdrawDeleted, withdrawMissing } from './deputy-shifts.sql.ts'
import { markOf, webhooksFor } from './deputy-webhook.adapter.ts'
import { UnreadableRows } from './unreadable-rows.rules.ts'

/** Days around today on which what was deleted at Deputy is looked for. */
const LOOKED_BACK = 14
const LOOKED_AHEAD = 35

/**
 * Reads a customer's server: its areas and people, then rosters and timesheets of the last 90 days or that changed since, and which of the days
 * around today are not there any more. What is kept is what Deputy answers now; it may be ended anywhere and goes on from the last page stored.
 */
export const syncDeputy = (given: JobGiven, name: LinkName): Promise<void> =>
  readAccount(given, name, async (reading) => {
    const { settings, now } = given.service
    const { link } = reading
    const { install, accountName } = await opened(reading, settings.providers)
    const { house } = given.service.database
    const told = await waitingWebhooks(house, name.venueId, link.linkId)
    const Webhooks = await haveChangesTold(settings, install, link.meta.Webhooks)
    await reading.store((venue) => noteAccount(venue, link.linkId, { accountName, meta: { Webhooks } }))
    const unreadable = new UnreadableRows(link.meta.UnreadableRows)
    const { names, emails } = await readNames({ reading, settings: settings.providers, install, unreadable })
    const asked = { reading, settings: settings.providers, install, unreadable, names, pages: { left: MOST_PAGES } }
    for (const what of LISTS) if (!(await noted(asked, () => walk(asked, what)))) return false
    const left = await lookAtDeleted(asked, told)
    await lookAround(asked, now(), told.length > 0)
    await lookAgain(asked)
    await noteUnreadable(asked)
    await reading.store((venue) => keepEmails(venue, SOURCE.deputy, emails))
    // Only now: a server that shows some of it and refuses the rest would else work and not work by turns.
    await reading.store((venue) => noteWorking(venue, link.linkId))
    if (link.tellsSales) await tellWhatWasSold(asked, now())
    const done = told.map(({ eventId }) => eventId).filter((eventId) => !left.includes(eventId))
    await webhooksDone(house, 'Deputy', done)
    return left.length === 0
  })

/** The server with its name. A token that is refused before its end is renewed once: only what is refused then was taken back. */
const opened = async (reading: AccountReading, settings: ProviderSettings): Promise<{ install: Install; accountName: string | null }> => {
  const install = await installOf(reading, settings)
  try {
    return { install, accountName: await nameOfInstall(settings, install) }
  } catch (error) {
    if (!(error instanceof ProviderTrouble && error.kind === 'revoked-there')) throw error
    await reading.within((venue) => expireToken(venue, reading.link.linkId))
    const renewed = await installOf(reading, settings)
    return { install: renewed, accountName: await nameOfInstall(settings, renewed) }
  }
}

/** The server with a token that works; it is renewed where it is about to end. */
const installOf = async ({ link, within }: AccountReading, settings: ProviderSettings): Promise<Install> => {
  const redirectUri = String(link.meta.RedirectUri ?? '')
  const token = await within((venue) =>
    accessTokenOf(venue, link.linkId, settings.tokenKeys, (refresh) => renewTokens(settings, link.accountId, redirectUri, refresh)),
  )
  if (token === undefined) throw new ProviderTrouble('revoked-there')
  return { endpoint: link.accountId, token }
}

/**
 * Registers for changes, once at each address of ours and with each secret. Where the role of who allowed us may not, changes arrive with the hourly reading.
 * @returns the mark of what is registered, if it is
 */
const haveChangesTold = async (settings: Settings, install: Install, registered: unknown): Promise<string | null> => {
  const webhooks = webhooksFor(settings, install.endpoint)
  const mark = markOf(webhooks)
  if (registered === mark) return mark
  try {
    await registerWebhooks(settings.providers, install, webhooks)
    return mark
  } catch (error) {
    if (error instanceof ProviderTrouble && error.kind === 'refused') return null
    throw error
  }
}

interface Asked extends Server {
  names: ReadonlyMap<number, string>
  pages: { left: number }
}

/** Whatever ends a reading, the rows it could not read are noted. */
const noted = async <T>(asked: Asked, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } finally {
    await noteUnreadable(asked)
  }
}

const noteUnreadable = async ({ reading: { link, store }, unreadable }: Asked): Promise<void> => {
  const UnreadableRows = unreadable.written
  if (UnreadableRows === (link.meta.UnreadableRows ?? '')) return
  link.meta.UnreadableRows = UnreadableRows
  await store((venue) => noteAccount(venue, link.linkId, { meta: { UnreadableRows } }))
}

/** Rows that could not be read before and were not met since, looked at one by one in one go. */
const MOST_LOOKED_AGAIN = 50

/** Whether what could not be read is mended or gone by now. */
const lookAgain = async (asked: Asked): Promise<void> => {
  for (const what of LISTS) {
    const { kind, keep } = KINDS[what]
    for (const id of asked.unreadable.notMet(kind).slice(0, MOST_LOOKED_AGAIN)) {
      const one = await oneOf(asked, what, id)
      if (one) await asked.reading.store((venue) => (keep as typeof keepRosters)(venue, { endpoint: asked.install.endpoint, names: asked.names }, [one]))
    }
  }
}

/** One row as it stands now; null where it was deleted, undefined where it cannot be read. */
const oneOf = async ({ settings, install, unreadable }: Asked, what: keyof typeof KINDS, id: number): Promise<Roster | null | undefined> => {
  const { kind, shape } = KINDS[what]
  try {
    const one = await thingAt(settings, install, kind, shape as typeof Roster, id)
    unreadable.forget(kind, id)
    return one ?? null
  } catch (error) {
    if (!(error instanceof ProviderTrouble && error.kind === 'unreadable')) throw error
    unreadable.meet(kind, { rows: [], unreadable: [id] })
    return undefined
  }
}

/** What people are called, and their e-mails where they have one. */
interface Called {
  names: Map<number, string>
  /** By what the people are known as here. */
  emails: Map<string, string | null>
}

/** Keeps the areas, and answers what people are called. */
const readNames = async (server: Server): Promise<Called> => {
  const {
    reading: { store },
    install,
  } = server
  const companies = await wholeOf(server, 'Company', Company)
  const areas = await wholeOf(server, 'OperationalUnit', Area)
  const people = await wholeOf(server, 'Employee', Employee)
  const contacts = await contactsOf(server)
  const company = new Map(companies.map(({ Id, CompanyName, TradingName }) => [Id, CompanyName || TradingName || '']))
  const text = (name: string | null | undefined) => (name ?? '').trim().slice(0, 200)
  await store((venue) =>
    keepAreas(
      venue,
      areas.map(({ Id, Company: companyId, OperationalUnitName, Active }) => ({
        code: codeOf(install.endpoint, Id),
        name: text(OperationalUnitName) || `${Id}`,
        company: text(company.get(companyId ?? 0)),
        active: Active !== false,
      })),
    ),
  )
  return {
    names: new Map(people.map(({ Id, DisplayName, FirstName, LastName }) => [Id, text(DisplayName) || text(`${FirstName ?? ''} ${LastName ?? ''}`)])),
    emails: contacts ? new Map(people.map(({ Id, Contact: contact }) => [codeOf(install.endpoint, Id), text(contacts.get(contact ?? 0)) || null])) : new Map(),
  }
}

/** E-mails by the contact they are of. A role that may not see contacts has none: people are matched by their names then. */
const contactsOf = async (server: Server): Promise<Map<number, string> | undefined> => {
  try {
    return new Map((await wholeOf(server, 'Contact', Contact)).map(({ Id, Email1 }) => [Id, Email1 ?? '']))
  } catch (error) {
    if (error instanceof ProviderTrouble && error.kind === 'refused') return undefined
    throw error
  }
}

const LISTS = ['rosters', 'timesheets'] as const

const KINDS = {
  rosters: { kind: 'Roster', shape: Roster, keep: keepRosters },
  timesheets: { kind: 'Timesheet', shape: Timesheet, keep: keepTimesheets },
} as const

/**
 * Reads what changed since the last walk; the first one reads the days of the last 90, and what is planned.
 * @returns whether it came to the end
 */
const walk = async (asked: Asked, what: keyof typeof KINDS): Promise<boolean> => {
  const {
    reading: { link, within, store },
    install,
    names,
    pages,
  } = asked
  const { kind, shape, keep } = KINDS[what]
  const { since, until, after, isFirst } = await within((venue) => walkOf(venue, link.linkId, what))
  const from: Condition = isFirst
    ? { field: 'Date', type: 'ge', data: since.toISOString().slice(0, 10) }
    : { field: 'Modified', type: 'ge', data: since.toISOString() }
  for await (const { rows, count, last } of pagesOf(asked, kind, shape as typeof Roster, [from], Number(after ?? 0))) {
    const isEnd = count < ROWS_A_PAGE
    const startsAt = (rows.at(-1)?.StartTime ?? since.getTime() / 1000) * 1000
    await store(async (venue) => {
      if (rows.length > 0) await (keep as typeof keepRosters)(venue, { endpoint: install.endpoint, names }, rows)
      // The share that is done is told by how near a walk is to where it began; this one comes from the other end.
      if (isEnd) await endWalk(venue, link.linkId, what)
      else await noteWalked(venue, link.linkId, what, String(last), new Date(Math.max(since.getTime(), until.getTime() - (startsAt - since.getTime()))))
    })
    if (isEnd) return true
    pages.left -= 1
    if (pages.left <= 0) return false
  }
  return true
}

/** Things that webhooks say were deleted, looked at one by one in one go. */
const MOST_LOOKED_AT = 200

/**
 * Looks whether what was told to be deleted is gone: nobody finds that out by what changed, and around today alone all days are looked through.
 * @returns the webhooks that are left for the next job
 */
const lookAtDeleted = async (asked: Asked, told: readonly { eventId: string; type: string; objectId: string | null }[]): Promise<string[]> => {
  const deleted = told.filter(({ type }) => type.endsWith('.Delete'))
  const looked = deleted.slice(0, MOST_LOOKED_AT)
  const {
    reading: { store },
    install,
    names,
  } = asked
  for (const what of LISTS) {
    const { kind, keep } = KINDS[what]
    const ids = new Set(looked.flatMap(({ objectId }) => (objectId?.startsWith(`${kind}/`) ? [Number(objectId.slice(kind.length + 1))] : [])))
    for (const id of ids) {
      const one = await oneOf(asked, what, id)
      if (one === undefined) continue
      await store((venue) =>
        one
          ? (keep as typeof keepRosters)(venue, { endpoint: install.endpoint, names }, [one])
          : withdrawDeleted(venue, { endpoint: install.endpoint, what, ids: [id] }),
      )
    }
  }
  return deleted.slice(MOST_LOOKED_AT).map(({ eventId }) => eventId)
}

/** What is not told of is looked for so often at least. */
const LOOKED_AROUND_MS = 50 * 60_000

/** Finds what was deleted at Deputy on the days around today; not with every webhook, since that is thousands of shifts. */
const lookAround = async (asked: Asked, now: Date, isTold: boolean): Promise<void> => {
  const { reading } = asked
  const last = Date.parse(String(reading.link.meta.LookedAround ?? ''))
  if (isTold && now.getTime() - last < LOOKED_AROUND_MS) return
  for (const what of LISTS) await lookForMissing(asked, what, now.toISOString().slice(0, 10))
  await reading.store((venue) => noteAccount(venue, reading.link.linkId, { meta: { LookedAround: now.toISOString() } }))
}

const lookForMissing = async (asked: Asked, what: keyof typeof KINDS, today: string): Promise<void> => {
  const {
    reading: { store },
    install,
    names,
  } = asked
  const { kind, shape, keep } = KINDS[what]
  // Deputy's days and ours differ by one at most; a day more on both sides is asked for than is looked through.
  const [from, to] = [addDays(today, -LOOKED_BACK), addDays(today, LOOKED_AHEAD)]
  const { rows, unreadable } = await allOf(asked, kind, shape as typeof Roster, [
    { field: 'Date', type: 'ge', data: addDays(from, -1) },
    { field: 'Date', type: 'le', data: addDays(to, 1) },
  ])
  await store(async (venue) => {
    await (keep as typeof keepRosters)(venue, { endpoint: install.endpoint, names }, rows)
    // What cannot be read is there all the same. Where not even its id can be read, nobody knows what is missing.
    if (unreadable.includes(null)) return
    const ids = [...rows.map(({ Id }) => Id), ...unreadable.filter((id) => id !== null)]
    await withdrawMissing(venue, { endpoint: install.endpoint, what, from, to, ids })
  })
}

/** Hours that are told in one call. */
const TOLD_AT_ONCE = 200

/** Tells the hours whose sales changed since they were told. What Deputy does not take is noted, and keeps nothing else from being read. */
const tellWhatWasSold = async ({ reading: { link, within, store }, settings, install }: Asked, now: Date): Promise<void> => {
  const hours = await within((venue) => salesToTell(venue, link))
  const note = (SalesRefused: string | null) => store((venue) => noteAccount(venue, link.linkId, { meta: { SalesRefused } }))
  try {
    for (let at = 0; at < hours.length; at += TOLD_AT_ONCE) {
      const piece = hours.slice(at, at + TOLD_AT_ONCE)
      const data = piece.map(({ reference, area, timestamp, value, decimals }) => ({
        timestamp,
        area,
        type: 'Sales' as const,
        reference,
        value: value / 10 ** decimals,
      }))
      await tellSales(settings, install, data)
      await store((venue) => noteTold(venue, link.linkId, piece))
    }
    if (link.meta.SalesRefused) await note(null)
  } catch (error) {
    if (!(error instanceof ProviderTrouble) || error.kind !== 'refused') throw error
    await note(now.toISOString())
  }
}
