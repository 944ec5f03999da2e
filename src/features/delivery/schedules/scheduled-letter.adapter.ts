import type { Viewed } from '#features/delivery/saved-views/saved-views.contract.ts'
import { callFor, exactAddress, locationsNamed, type ReportCall, rangeInMail } from '#features/delivery/saved-views/view-call.rules.ts'
import { maySeeReport } from '#features/reports/kit/report-access.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { readAsEmployee } from '#platform/access/venue-work.ts'
import type { WholeFile } from '#platform/files/report-in-process.ts'
import { type MadeReport, makeReport } from '#platform/files/report-in-process.ts'
import type { Implementation, Service } from '#platform/web/implement.ts'
import { addDays } from '#shared/day.ts'
import { Failure } from '#shared/failure.ts'
import type { Range } from '#shared/range.ts'
import { dayInWords, spanInWords } from '#shared/said-dates.ts'
import { writtenHeadline, writtenTable } from './letter-table.rules.ts'
import { type Reported, type ReportLetter, reportLetter } from './schedule-letter.rules.ts'
import type { MailState } from './schedules.contract.ts'
import { isEmptyTable, seatComplaint } from './schedules.rules.ts'

/** Why somebody is not sent a mail, though nothing went wrong. */
export class Unsent extends Error {
  readonly state: MailState
  readonly why: string

  constructor(state: MailState, why = '') {
    super(`Not sent: ${state} ${why}`)
    this.state = state
    this.why = why
  }
}

/** What is mailed, as schedules have it. */
interface Sent extends Viewed {
  name: string
  owner: string
  language: 'en' | 'jp'
  attachment: 'none' | 'csv' | 'xlsx'
  skipEmpty: boolean
}

interface Occasion {
  kind: 'due' | 'again' | 'test'
  day: string
  /** It goes to somebody outside Daybook, who has no screen to open. */
  outside?: boolean
}

/** A report as somebody may see it, ready to be written into a mail. */
interface Made {
  reported: Reported
  made: MadeReport
}

/**
 * The mail for one recipient, by what they hold now.
 * @throws Unsent where they may not see it, or there is nothing to tell; Failure where the report refuses
 */
export const letterFor = async (
  reports: readonly Implementation[],
  service: Service,
  venueId: number,
  person: { userId: number; employeeId: number },
  sent: Sent,
  occasion: Occasion,
  leave: string,
): Promise<{ letter: ReportLetter; file: WholeFile | undefined }> => {
  const done = await readAsEmployee(service.database, venueId, person, service.now(), async (venue) => {
    const { reported, made } = await reportFor(reports, service, venue, sent, occasion)
    if (reported.empty && sent.skipEmpty && occasion.kind !== 'test') throw new Unsent('empty')
    return { letter: reportLetter({ ...reported, leave }), file: sent.attachment === 'none' ? undefined : await made.file(sent.attachment) }
  })
  if (!done) throw new Unsent('no-access', 'left')
  return done
}

/**
 * Makes a report for the holder of a scope, about the days a mail after this trading day tells of.
 * @throws Unsent where they may not see it; Failure where the report refuses
 */
export const reportFor = async (reports: readonly Implementation[], service: Service, venue: VenueScope, sent: Sent, occasion: Occasion): Promise<Made> => {
  const report = reports.find(({ operation }) => operation.table !== undefined && operation.path === sent.Report.Path)
  const seat = { present: true, tags: venue.tags, allLocations: false, locationIds: venue.locations.map(({ locationId }) => locationId) }
  const complaint = seatComplaint(seat, report !== undefined && maySeeReport(report.operation, venue.tags), locationsNamed(sent.Search))
  if (complaint) throw new Unsent('no-access', complaint)
  const { weekStart, financialYearStart } = venue.venue
  const range = rangeInMail(sent.Search, occasion.day, addDays(occasion.day, 1), { weekStart, financialYearStart })
  const call = asTheirs(venue, sent, callFor(sent, range))
  const implementation = reports.find(({ operation }) => operation.table !== undefined && operation.path === call.path)
  if (!implementation || !maySeeReport(implementation.operation, venue.tags)) throw new Unsent('no-access', 'no-tag')
  const made = await makeReport(service, implementation, venue, { query: call.query, language: sent.language }).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'LocationNotFound' ? new Unsent('no-access', 'no-location') : error
  })
  return { made, reported: reportedOf(service, venue, sent, occasion, range, made) }
}

/** Without locations of its own a view is about all that a reader may see; the screen of one who sees several currencies names some. */
const asTheirs = (venue: VenueScope, { Search }: Viewed, { path, query }: ReportCall): ReportCall => {
  if (!query.Locations || locationsNamed(Search)) return { path, query }
  const theirs = query.Locations.split(',').filter((id) => venue.locations.some(({ locationId }) => String(locationId) === id))
  if (theirs.length === 0) throw new Unsent('no-access', 'no-location')
  return { path, query: { ...query, Locations: theirs.join(',') } }
}

const reportedOf = (service: Service, venue: VenueScope, sent: Sent, occasion: Occasion, range: Range, { table, isPart }: MadeReport): Reported => {
  const named = locationsNamed(sent.Search)
  const currencies = new Set(venue.locations.filter(({ locationId }) => !named || named.includes(locationId)).map(({ currency }) => currency))
  const currency = currencies.size === 1 ? ([...currencies][0] as string) : venue.venue.currency
  const told = { language: sent.language, currency, timeZone: venue.locations[0]?.timeZone ?? 'UTC' }
  return {
    name: sent.name,
    venueName: venue.venue.name,
    range: range.from === range.to ? dayInWords(range.from, sent.language, true) : spanInWords(range, sent.language),
    language: sent.language,
    notes: table.notes,
    headline: writtenHeadline(table, told),
    table: writtenTable(table, told, isPart),
    owner: sent.owner,
    empty: isEmptyTable(table),
    attached: sent.attachment !== 'none',
    test: occasion.kind === 'test',
    link: occasion.outside ? undefined : `${service.settings.publicUrl}${exactAddress(sent, range)}`,
    leave: undefined,
  }
}
