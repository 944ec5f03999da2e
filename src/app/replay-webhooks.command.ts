import { linkSync } from '#integrations/link-work.contract.ts'
import { syncKey } from '#integrations/token-calls.routes.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { replayWebhooks } from '#platform/web/webhook-store.ts'
import { argumentsOf, type Command, WrongUsage } from './command.ts'
import { webhookReceivers } from './providers.ts'

/** Has webhooks that were kept worked off once more. */
export const replay: Command = {
  name: 'replay-webhooks',
  summary: 'Work off webhooks once more that providers sent, one of them or all since a moment.',
  usage: '<provider> [--event <id>] [--since <moment>]',
  notes: [
    'What they are about is asked for anew, so that doing it again does no harm. Those of accounts that were linked since count too.',
    'A running server, or its worker, does the work.',
  ],
  run: async (args, { database, print }) => {
    const { values, words } = argumentsOf(args, { event: { type: 'string' }, since: { type: 'string' } }, ['provider'])
    const receiver = webhookReceivers.find(({ provider }) => provider.toLowerCase() === words[0]?.toLowerCase())
    if (!receiver) throw new WrongUsage(`No webhooks are taken from "${words[0]}". There are: ${webhookReceivers.map(({ provider }) => provider).join(', ')}.`)
    if ((values.event === undefined) === (values.since === undefined)) throw new WrongUsage('Say which by --event or by --since, one of them.')
    const since = values.since === undefined ? undefined : new Date(values.since)
    if (since && Number.isNaN(since.getTime())) throw new WrongUsage(`--since takes a moment like 2026-11-20T18:00:00+11:00, not "${values.since}".`)
    const opened = await database()
    const links = await opened.inVenue(0, async (sql) => {
      const again = await replayWebhooks(sql, receiver.provider, { eventId: values.event, since })
      for (const { venueId, linkId } of again) await addJob(sql, linkSync, { VenueId: venueId, LinkId: linkId }, { key: syncKey(venueId, linkId) })
      return again
    })
    const events = links.reduce((sum, one) => sum + one.events, 0)
    print(
      `${events} ${events === 1 ? 'webhook' : 'webhooks'} of ${receiver.provider} will be worked off again, for ${links.length} ${links.length === 1 ? 'link' : 'links'}.`,
    )
  },
}
