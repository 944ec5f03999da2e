import { reconcileLedger } from '#features/ledger/reconcile-ledger.job.ts'
import type { Mismatch } from '#features/sums/mismatch.rules.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { allVenueIds } from '#platform/access/venue-work.ts'
import { progressBar } from '#platform/progress-bar.ts'
import { argumentsOf, type Command, failuresOf, neededId } from './command.ts'

/** Compares what reports read with the sales themselves. */
export const reconcile: Command = {
  name: 'reconcile',
  summary: 'Check that the sums reports read are those of the sales.',
  usage: '[--all] [--repair] [--venue <id>]',
  notes: [
    'Checks the days that changed since they were last checked, and that sales of the last days are whole; --all checks everything.',
    'Compares every balance of points with the entries of its ledger, too.',
    'What differs is shown and the command fails; --repair makes those months anew from the sales.',
    'A venue that cannot be checked keeps no other from being checked; it is named at the end, and the command fails.',
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
      throw new Error(`${unbalanced} balances of points differ from their entries. Ask for help: entries are never changed, so this should not be.`)
    if (unsound > 0)
      throw new Error(`${unsound} sales are not whole. Restore a backup, or ask for help: nothing stored is ever changed, so this should not be.`)
    if (found.length > 0 && !values.repair) throw new Error(`${found.length} rows differ from the sales. Run it again with --repair to make them anew.`)
    print(
      found.length === 0 ? `${days} days checked; every sum is that of its sales.` : `${days} days checked; ${found.length} rows differed and were made anew.`,
    )
  },
}
