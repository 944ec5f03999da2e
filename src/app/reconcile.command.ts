import { reconcileLedger } from '#features/ledger/reconcile-ledger.job.ts'
import type { Mismatch } from '#features/sums/mismatch.rules.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { allVenueIds } from '#platform/access/venue-work.ts'
import { progressBar } from '#platform/progress-bar.ts'
import { argumentsOf, type Command, failuresOf, neededId } from './command.ts'

/** Compares what reports read with the sales themselves. */
export const reconcile: Command = {
  name: 'reconcile',
  summary: 'Check that the sums behind reports match the sales.',
  usage: '[--all] [--repair] [--venue <id>]',
  notes: [
    'Checks the days that have changed since the last check, and that recent sales are complete. Use --all to check everything.',
    'Also compares every points balance with its ledger entries.',
    'If sums differ, the command shows them and fails. Use --repair to recalculate those months from the sales.',
    'If a venue cannot be checked, the others still are. The command names it at the end and fails.',
  ],
  run: async (args, { database, print, signal }) => {
    const { values } = argumentsOf(args, { all: { type: 'boolean' }, repair: { type: 'boolean' }, venue: { type: 'string' } })
    const opened = await database()
    const venueIds = values.venue === undefined ? await allVenueIds(opened) : [neededId('venue', values.venue)]
    let days = 0
    let unsound = 0
    let unbalanced = 0
    const found: Mismatch[] = []
    const failed = await failuresOf(venueIds, signal, async (venueId) => {
      const bar = progressBar(`Venue ${venueId}`)
      const done = await reconcileVenue(opened, venueId, {
        all: values.all === true,
        repair: values.repair === true,
        now: new Date(),
        signal,
        onProgress: bar.update,
      }).finally(bar.done)
      days += done.days
      found.push(...done.mismatches)
      unsound += done.unsound.length
      const ledger = await reconcileLedger(opened, venueId, new Date())
      unbalanced += ledger.length
      for (const { what, id, kept, entries } of ledger) print(`points  ${what} ${id}\n  kept  ${kept}\n  entries ${entries}`)
      for (const { saleId, why } of done.unsound)
        print(`sale ${saleId}  ${why === 'no-sale' ? 'has parts but is not there' : `its ${why} do not add up to it`}`)
    })
    for (const { locationId, grain, period, dim, key, kept, fresh } of found.slice(0, 50)) {
      print(`location ${locationId}  grain ${grain}  ${period}  dimension ${dim}  key ${key}\n  kept  ${kept.join(' ')}\n  sales ${fresh.join(' ')}`)
    }
    if (failed) throw failed
    if (unbalanced > 0)
      throw new Error(`${unbalanced} points balances differ from their entries. Ask for help, because entries never change and this should not happen.`)
    if (unsound > 0)
      throw new Error(`${unsound} sales are incomplete. Restore a backup or ask for help, because stored sales never change and this should not happen.`)
    if (found.length > 0 && !values.repair) throw new Error(`${found.length} rows differ from the sales. Run it again with --repair to recalculate them.`)
    const changed = days === 0 ? 'No day has changed since its last check.' : `${days} days checked.`
    const matches = days === 0 ? 'Use --all to check every day.' : 'Every sum matches its sales.'
    print(`${changed} ${found.length === 0 ? matches : `${found.length} rows differed and were recalculated.`}`)
  },
}
