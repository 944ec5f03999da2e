import { linkSync } from '#integrations/link-work.contract.ts'
import { syncKey } from '#integrations/token-calls.routes.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { type ReplayAsked, replayWebhooks } from '#platform/web/webhook-store.ts'
import { argumentsOf, type Command, neededId, WrongUsage } from './command.ts'
import { webhookReceivers } from './providers.ts'

const OPTIONS = {
  event: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  account: { type: 'string' },
  venue: { type: 'string' },
} as const

/** Has webhooks that were kept worked off once more. */
export const replay: Command = {
  name: 'replay-webhooks',
  summary: 'Process webhooks from a provider again, either one of them or all since a time.',
  usage: '<provider> (--event <id> | --since <moment> [--until <moment>]) [--account <id>] [--venue <id>]',
  notes: [
    'Daybook asks the provider for the current state, so doing it again is safe. Webhooks of accounts that were linked later count too.',
    '--since and --until say when they arrived, such as 2026-11-20T18:00:00+11:00. --account and --venue limit it to one link or one venue.',
    'A running server, or its worker, does the work.',
  ],
  run: async (args, { database, print }) => {
    const { values, words } = argumentsOf(args, OPTIONS, ['provider'])
    const receiver = webhookReceivers.find(({ provider }) => provider.toLowerCase() === words[0]?.toLowerCase())
    if (!receiver)
      throw new WrongUsage(`Daybook takes no webhooks from "${words[0]}". Choose one of: ${webhookReceivers.map(({ provider }) => provider).join(', ')}.`)
    const asked = askedIn(values)
    const opened = await database()
    const { links, unlinked } = await opened.inVenue(0, async (sql) => {
      const found = await replayWebhooks(sql, receiver.provider, asked)
      for (const { venueId, linkId } of found.links) await addJob(sql, linkSync, { VenueId: venueId, LinkId: linkId }, { key: syncKey(venueId, linkId) })
      return found
    })
    if (links.length === 0 && unlinked === 0) throw new Error(`There is no such webhook from ${receiver.provider}. Daybook keeps them for 30 days.`)
    const events = links.reduce((sum, one) => sum + one.events, 0)
    print(`${counted(events, 'webhook')} of ${receiver.provider} will be processed again, for ${counted(links.length, 'link')}.`)
    if (unlinked > 0) print(`${counted(unlinked, 'webhook')} of accounts that are not linked will be left as they are.`)
  },
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** @throws WrongUsage */
const askedIn = (values: { [name in keyof typeof OPTIONS]?: string | undefined }): ReplayAsked => {
  const { event, since, until, account, venue } = values
  if ((event === undefined) === (since === undefined)) throw new WrongUsage('Use either --event or --since to say which ones.')
  if (until !== undefined && since === undefined) throw new WrongUsage('--until needs --since.')
  const asked = { eventId: event, accountId: account, since: momentOf('since', since), until: momentOf('until', until) }
  if (asked.since && asked.until && asked.until <= asked.since) throw new WrongUsage('--until must be later than --since.')
  return { ...asked, venueId: venue === undefined ? undefined : neededId('venue', venue) }
}

/** With its zone: a moment without one would be another on another machine. @throws WrongUsage */
const momentOf = (name: string, text: string | undefined): Date | undefined => {
  if (text === undefined) return undefined
  const moment = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new WrongUsage(`--${name} needs a time with its zone, such as 2026-11-20T18:00:00+11:00, not "${text}".`)
  return moment
}
