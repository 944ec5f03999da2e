import { writtenLetter } from '#features/membership/letter.rules.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { implementJob } from '#platform/jobs/jobs.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { csvLine, formulaSafe } from '#shared/csv-line.ts'
import { text } from '#shared/messages.ts'
import { dayInWords } from '#shared/said-dates.ts'
import { orderMail } from './order-work.contract.ts'
import { orderWords } from './orders.messages.ts'
import { oneOrder } from './orders.report.ts'

/** Mails an order to its supplier. A process that dies between sending and noting it sends the same mail again, under the same number. */
export const orderMailJob = implementJob('soon', orderMail, async ({ VenueId, OrderId }, { service, mailer }) => {
  const { database, settings } = service
  const { order, lines, language, venue, location, sender } = await workInVenue(database, VenueId, service.now(), async (scope) => {
    const { Order, Lines } = await oneOrder(scope, OrderId)
    const place = scope.locations.find(({ locationId }) => locationId === Order.LocationId)
    const { senderName } = await venueMailOf(scope.sql, VenueId)
    return { order: Order, lines: Lines, language: scope.venue.language, venue: scope.venue.name, location: place?.name ?? '', sender: senderName }
  })
  if (order.Email === '') return
  const say = (key: keyof (typeof orderWords)['en'], values: Record<string, string | number> = {}) => text(orderWords, language, key, values)
  const about = { number: order.Number, venue, location, supplier: order.Supplier, day: order.DueOn ? dayInWords(order.DueOn, language, true) : '' }
  const letter = writtenLetter(language, { subject: say('subject', about), hello: say('hello', about), footer: say('footer', about) }, [
    { line: say(order.DueOn === null ? 'please' : 'pleaseOn', about) },
    ...lines.map(({ Packs, Name, PackSize, Unit, SupplierCode }) => ({
      line: say('line', { packs: Packs, name: Name, size: PackSize, unit: Unit, code: SupplierCode }).trim(),
    })),
    ...(order.Note === '' ? [] : [{ line: order.Note }]),
  ])
  const rows = [
    [say('SupplierCode'), say('Plu'), say('Name'), say('Packs'), say('PackSize'), say('Unit')],
    ...lines.map(({ SupplierCode, Plu, Name, Packs, PackSize, Unit }) => [SupplierCode, Plu, Name, String(Packs), String(PackSize), Unit]),
  ]
  await mailer.send({
    to: { name: order.Supplier, address: order.Email },
    senderName: sender ?? venue,
    ...letter,
    attachments: [
      {
        filename: `PO-${order.Number}.csv`,
        content: `\uFEFF${rows.map((row) => csvLine(row.map(formulaSafe))).join('')}`,
        contentType: 'text/csv; charset=utf-8',
      },
    ],
    messageId: `<stock-order-${VenueId}-${OrderId}@${new URL(settings.publicUrl).hostname}>`,
  })
})
