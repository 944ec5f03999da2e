import { noteAccount, noteWorking } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { endWalk, noteWalked, type Walk, walkOf } from '#integrations/link-sync.sql.ts'
import { type AccountReading, readAccount } from '#integrations/read-account.job.ts'
import type { LinkName } from '#platform/access/linked-accounts.ts'
import type { JobGiven } from '#platform/jobs/jobs.ts'
import { waitingWebhooks, webhooksDone } from '#platform/web/webhook-store.ts'
import { addDays } from '#shared/day.ts'
import { instantAtWall } from '#shared/trading-day.ts'
import { isMerchantId } from './tyro-answers.rules.ts'
import { type Asking, locationAt, merchantAt, settledOn, transactionsOn } from './tyro-api.adapter.ts'
import { askingFor } from './tyro-asking.adapter.ts'
import { daysNotSent, dropUnlisted, keepSettlements, keepTransactions, type TyroAccount } from './tyro-payments.sql.ts'

/** Questions of one go; what is left is read by the next job. */
const MOST_QUESTIONS = 400
/** A day of more pages has no end. */
const MOST_PAGES_A_DAY = 250
/** A terminal without a connection sends what it took days later, and a payment may be voided. */
const PAYMENTS_AGAIN_DAYS = 4
/** How long a settlement may take to be sent. */
const SETTLEMENTS_AGAIN_DAYS = 10

interface Reading {
  reading: AccountReading
  asking: Asking
  account: TyroAccount
  timeZone: string
  questions: { left: number }
}

/**
 * Reads a merchant: payments by terminal business day and what was settled by bank day, from today back to where it was read before. What is kept is
 * what Tyro answers now. It may be ended anywhere and goes on from the last page that was stored.
 */
export const syncTyro = (given: JobGiven, name: LinkName): Promise<void> =>
  readAccount(given, name, async (reading) => {
    const { database, settings, now } = given.service
    const { link } = reading
    const asking = askingFor(database, settings.providers, now)
    const told = await waitingWebhooks(database.house, name.venueId, link.linkId)
    await lookAtAccount(reading, asking)
    const timeZone = await reading.within(async ({ locations }) => locations.find(({ locationId }) => locationId === link.locationId)?.timeZone ?? 'UTC')
    const account = { linkId: link.linkId, locationId: link.locationId ?? 0, mid: link.accountId }
    const one = { reading, asking, account, timeZone, questions: { left: MOST_QUESTIONS } }
    if (isMerchantId(link.accountId) && !((await readPayments(one)) && (await readSettlements(one)))) return false
    await reading.store((venue) => noteWorking(venue, link.linkId))
    await webhooksDone(
      database.house,
      'Tyro',
      told.map(({ eventId }) => eventId),
    )
    return true
  })

/** Whether Tyro knows the id, and shows it to us. @throws ProviderTrouble where it does not */
const lookAtAccount = async ({ link, store }: AccountReading, asking: Asking): Promise<void> => {
  const found = isMerchantId(link.accountId) ? await merchantAt(asking, link.accountId) : await locationAt(asking, link.accountId)
  if (!found?.isAuthorised) throw new ProviderTrouble('revoked-there')
  await store((venue) => noteAccount(venue, link.linkId, { accountName: found.name, meta: { Checked: true } }))
}

const localDay = (at: Date, timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)

/** The days of a walk, the newest first, and the page to go on from. */
const daysOf = ({ since, until, after, isFirst }: Walk, timeZone: string, again: number): { days: string[]; page: number } => {
  const last = localDay(until, timeZone)
  const from = localDay(since, timeZone)
  const first = isFirst || from < addDays(last, -again) ? from : addDays(last, -again)
  const [day = last, page = '1'] = (after ?? '').split(' ').filter(Boolean)
  const days: string[] = []
  for (let at = day; at >= first; at = addDays(at, -1)) days.push(at)
  return { days, page: Number(page) }
}

/** Where a walk goes on, and when that was, for the share that is done. */
const noteDay = ({ account, timeZone }: Reading, stream: string, day: string, page: number) => {
  const at = new Date(instantAtWall(Date.parse(`${day}T00:00:00Z`), timeZone))
  return (venue: Parameters<typeof noteWalked>[0]) => noteWalked(venue, account.linkId, stream, `${day} ${page}`, at)
}

/** @returns whether it came to the end */
const readPayments = async (one: Reading): Promise<boolean> => {
  const { reading, asking, account, timeZone, questions } = one
  const walk = await reading.within((venue) => walkOf(venue, reading.link, 'payments'))
  const { days, page: firstPage } = daysOf(walk, timeZone, PAYMENTS_AGAIN_DAYS)
  for (const [i, day] of days.entries()) {
    let before = ''
    for (let page = i === 0 ? firstPage : 1; ; page += 1) {
      if (questions.left-- <= 0) return false
      const { rows, total, upToHere } = await transactionsOn(asking, account.mid, day, page)
      const ids = rows.map(({ transactionId }) => transactionId).join(' ')
      // A list that goes on and says nothing new has no end.
      if (page > MOST_PAGES_A_DAY || (ids !== '' && ids === before)) throw new ProviderTrouble('endless')
      before = ids
      const isEnd = rows.length === 0 || upToHere >= total
      await reading.store(async (venue) => {
        await keepTransactions(venue, account, day, walk.until, rows)
        if (isEnd) await dropUnlisted(venue, account, day, walk.until, total)
        await (isEnd ? noteDay(one, 'payments', addDays(day, -1), 1)(venue) : noteDay(one, 'payments', day, page + 1)(venue))
      })
      if (isEnd) break
    }
  }
  await reading.store((venue) => endWalk(venue, account.linkId, 'payments'))
  return true
}

/** @returns whether it came to the end */
const readSettlements = async (one: Reading): Promise<boolean> => {
  const { reading, asking, account, timeZone, questions } = one
  const walk = await reading.within((venue) => walkOf(venue, reading.link, 'settlements'))
  const { days } = daysOf(walk, timeZone, SETTLEMENTS_AGAIN_DAYS)
  const older = await reading.within((venue) => daysNotSent(venue, account, days.at(-1) ?? localDay(walk.until, timeZone)))
  for (const day of [...days, ...older]) {
    if (questions.left-- <= 0) return false
    const runs = await settledOn(asking, account.mid, day)
    await reading.store(async (venue) => {
      await keepSettlements(venue, account, day, runs)
      if (days.includes(day)) await noteDay(one, 'settlements', addDays(day, -1), 1)(venue)
    })
  }
  await reading.store((venue) => endWalk(venue, account.linkId, 'settlements'))
  return true
}
