import { salesNotice } from '#features/sums/sales-notice.rules.ts'
import { implement } from '#platform/web/implement.ts'
import { VenueRooms } from '#platform/web/venue-rooms.ts'
import { live } from './live.contract.ts'
import { liveSales } from './live-sales.report.ts'

const sales = new VenueRooms({ tag: 'can_viewsales', notice: salesNotice, read: liveSales })

export const liveImplementation = implement(live, {
  sales: ({ venue, session, service }) => sales.stream(service, venue, session),
})
