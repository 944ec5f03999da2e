import { rebuildVenue } from '#features/sums/reconcile.job.ts'
import { allVenueIds } from '#platform/access/venue-work.ts'
import { progressBar } from '#platform/progress-bar.ts'
import { argumentsOf, type Command, failuresOf, neededId, WrongUsage } from './command.ts'

/** Makes what reports read anew from the sales. */
export const rebuild: Command = {
  name: 'rebuild',
  summary: 'Recalculate the sums behind reports from the sales.',
  usage: '[--venue <id>] [--location <id> --month <YYYY-MM>]',
  notes: ['Without options it recalculates everything. Tills of a location wait while one of its months is recalculated.'],
  run: async (args, { database, print, signal }) => {
    const { values } = argumentsOf(args, { venue: { type: 'string' }, location: { type: 'string' }, month: { type: 'string' } })
    if ((values.location === undefined) !== (values.month === undefined)) throw new WrongUsage('Use --location and --month together.')
    if (values.month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(values.month))
      throw new WrongUsage(`--month needs a month such as 2026-11, not "${values.month}".`)
    const opened = await database()
    const venueIds = values.venue === undefined ? await allVenueIds(opened) : [neededId('venue', values.venue)]
    if (values.location !== undefined && venueIds.length > 1) throw new WrongUsage('--location needs --venue if there are several venues.')
    const months = values.location === undefined ? undefined : [{ locationId: neededId('location', values.location), month: `${values.month}-01` }]
    let made = 0
    const failed = await failuresOf(venueIds, signal, async (venueId) => {
      const bar = progressBar(`Venue ${venueId}`)
      made += await rebuildVenue(opened, venueId, { now: new Date(), signal, onProgress: bar.update, ...(months ? { months } : {}) }).finally(bar.done)
    })
    if (failed) throw failed
    print(`${made} months of locations recalculated.`)
  },
}
