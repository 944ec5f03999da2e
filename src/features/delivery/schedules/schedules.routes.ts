import { checkShown } from '#features/delivery/saved-views/saved-views.routes.ts'
import { employeeAsking } from '#features/delivery/saved-views/saved-views.sql.ts'
import { callFor, locationsNamed, rangeInMail } from '#features/delivery/saved-views/view-call.rules.ts'
import { maySeeReport } from '#features/reports/kit/report-access.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { checkQuery, reportAt } from '#platform/files/exports.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { type Implementation, implement, type Service } from '#platform/web/implement.ts'
import { addDays, instantIn } from '#shared/day.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { mailedOf, mayAskAgain, outsideState } from './outside/outside.rules.ts'
import { checkOutside } from './outside/outside-checks.sql.ts'
import { reportLetter } from './schedule-letter.rules.ts'
import { isKnownTo, type Person, peopleOf } from './schedule-people.sql.ts'
import { beginRun, leaveList, refuseTooOften, runsOf } from './schedule-runs.sql.ts'
import { reportFor, Unsent } from './scheduled-letter.adapter.ts'
import { type NewSchedule, type Preview, type Schedule, type ScheduleRun, schedules } from './schedules.contract.ts'
import { dueAt, firstDayFrom, lastClosedDay, lastDayUpTo, seatComplaint, timingComplaint } from './schedules.rules.ts'
import { dropSchedule, type KeptSchedule, keepSchedule, rewriteSchedule, scheduleHere, schedulesSeen, sendTimeOf } from './schedules.sql.ts'

type Reports = () => readonly Implementation[]

/** @param reports every report of the product */
export const schedulesOfReports = (reports: Reports): Implementation[] =>
  implement(schedules, {
    listSchedules: async ({ venue }) => ({
      Schedules: await shownAll(reports, venue, await schedulesSeen(venue)),
      TimeZone: venue.locations[0]?.timeZone ?? 'UTC',
    }),

    makeSchedule: async ({ venue, body }) => {
      await checkWanted(reports, venue, body, undefined)
      const scheduleId = await keepSchedule(venue, body, nextDayOf(venue, body))
      return one(reports, venue, scheduleId)
    },

    changeSchedule: async ({ venue, params, body }) => {
      const before = await scheduleHere(venue, params.scheduleId)
      checkShown(reports, venue, body)
      await checkWanted(reports, venue, body, before)
      const isSameTiming = before.every === body.Every && before.onDay === body.OnDay && before.sendAt === (body.SendAt ?? null) && !before.paused
      await rewriteSchedule(venue, before.scheduleId, body, isSameTiming ? before.nextDay : nextDayOf(venue, body))
      return one(reports, venue, before.scheduleId)
    },

    removeSchedule: async ({ venue, params }) => dropSchedule(venue, await scheduleHere(venue, params.scheduleId)),

    runs: async ({ venue, params }) => {
      const { scheduleId } = await scheduleHere(venue, params.scheduleId)
      return { Runs: (await runsOf(venue, { scheduleId })).get(scheduleId) ?? [] }
    },

    again: async ({ venue, params, body }) => {
      const schedule = await scheduleHere(venue, params.scheduleId)
      if (dueAt(body.Date, placesOf(venue, schedule.Search)).getTime() > venue.now.getTime()) throw fieldFailure('Date', 'This trading day is not over yet.')
      await refuseTooOften(venue, schedule.scheduleId)
      const { addresses, ...mailed } = mailedOf(schedule, await isOutsideAllowed(venue))
      const run = await begun(venue, schedule, 'again', body.Date, mailed)
      const detail = { Day: body.Date, Employees: mailed.recipients, ...(addresses.length > 0 ? { Outside: addresses } : {}) }
      await venue.audit({ action: 'schedule.sent-again', subject: schedule.name, detail })
      return run
    },

    test: async ({ venue, params }) => {
      const schedule = await scheduleHere(venue, params.scheduleId)
      const day = lastDayUpTo(schedule, lastClosedDay(venue.now, placesOf(venue, schedule.Search)))
      const run = await begun(venue, schedule, 'test', day, { recipients: [employeeAsking(venue)] })
      await venue.audit({ action: 'schedule.tested', subject: schedule.name, detail: { Day: day } })
      return run
    },

    preview: ({ venue, service, body }) => previewOf(reports, service, venue, body),

    people: async ({ venue, query }) => {
      const report = reportAt(reports(), query.Report)
      if (!maySeeReport(report.operation, venue.tags)) throw failure('NotPermitted')
      const me = employeeAsking(venue)
      const wanted = locationsNamed(query.Search ?? '')
      const may = (person: Person) => !seatComplaint(person, maySeeReport(report.operation, person.tags), wanted)
      const [all, { recipients, outside }] = await Promise.all([peopleOf(venue), venueMailOf(venue.sql, venue.venueId)])
      const people = all.filter((person) => person.employeeId === me || isKnownTo(venue, person))
      return {
        People: people.filter(may).map(({ employeeId, name, address }) => ({
          EmployeeId: employeeId,
          Name: name,
          HasAddress: address !== undefined,
          Me: employeeId === me,
          Usual: address !== undefined && recipients.includes(address.toLowerCase()),
        })),
        OutsideAllowed: outside,
        SentAt: sentAt(venue, query.Search ?? ''),
      }
    },

    unsubscribe: async ({ params, service }) => {
      const venueId = Number(params.token.split('-', 1)[0])
      if (venueId > 2_147_483_647) throw failure('LinkNotValid')
      const left = await workInVenue(service.database, venueId, service.now(), async (venue) => {
        const list = await leaveList(venue, params.token)
        return list && { Name: list.name, Venue: venue.venue.name }
      }).catch((error: { code?: string }) => {
        if (error.code === 'VenueNotFound') return undefined
        throw error
      })
      if (!left) throw failure('LinkNotValid')
      return left
    },

    finders: {
      changeSchedule: ({ venue, params }) => scheduleHere(venue, params.scheduleId),
      again: ({ venue, params }) => scheduleHere(venue, params.scheduleId),
    },
  })

/** Refuses what could not be sent, or to whom it could not. @throws ValidationFailed, NotFound, NotPermitted, LocationNotFound */
const checkWanted = async (reports: Reports, venue: VenueScope, wanted: NewSchedule, before: KeptSchedule | undefined): Promise<void> => {
  const wrong = timingComplaint({ every: wanted.Every, onDay: wanted.OnDay })
  if (wrong) throw fieldFailure('OnDay', wrong)
  checkShown(reports, venue, wanted)
  checkMailed(reports, venue, wanted)
  const known = await peopleOf(venue, wanted.Recipients)
  const me = employeeAsking(venue)
  const isOf = (id: number) =>
    before?.recipients.some(({ employeeId }) => employeeId === id) ||
    known.some((person) => person.employeeId === id && person.present && (id === me || isKnownTo(venue, person)))
  if (!wanted.Recipients.every(isOf)) throw fieldFailure('Recipients', 'A recipient does not belong to this venue.')
  await checkOutside(venue, wanted, before)
}

const isOutsideAllowed = async (venue: VenueScope): Promise<boolean> => (await venueMailOf(venue.sql, venue.venueId)).outside

/** When the mail about the trading day that is over last was due, on the clock of the first location: "05:15". */
const sentAt = (venue: VenueScope, search: string): string => {
  const places = placesOf(venue, search)
  return timeAt(venue, dueAt(lastClosedDay(venue.now, places), places))
}

const timeAt = (venue: VenueScope, at: Date): string => instantIn(at, venue.locations[0]?.timeZone ?? 'UTC').slice(11, 16)

/** What is asked for later, with the days of a mail, must be askable now. @throws NotFound, LocationNotFound, ValidationFailed */
const checkMailed = (reports: Reports, venue: VenueScope, { Search, Report }: Pick<NewSchedule, 'Search' | 'Report'>): void => {
  const day = lastClosedDay(venue.now, placesOf(venue, Search))
  const call = callFor({ Search, Report }, rangeInMail(Search, day, addDays(day, 1), venue.venue))
  checkQuery(reportAt(reports(), call.path), { ...call, format: 'csv' })
}

const placesOf = (venue: VenueScope, search: string) => venue.chosenLocations(locationsNamed(search))

/** The first trading day whose mail is still to come: the one that runs now, or the one before where its time of sending is later today. */
const nextDayOf = (venue: VenueScope, { Every, OnDay, Search, SendAt }: NewSchedule): string =>
  firstDayFrom({ every: Every, onDay: OnDay }, addDays(lastClosedDay(venue.now, placesOf(venue, Search), sendTimeOf(venue, SendAt)), 1))

type Mailed = Pick<Parameters<typeof beginRun>[2], 'recipients' | 'outside'>

const begun = async (venue: VenueScope, schedule: KeptSchedule, kind: 'again' | 'test', day: string, mailed: Mailed): Promise<ScheduleRun> => {
  const runId = await beginRun(venue, schedule, { kind, day, askedBy: employeeAsking(venue), ...mailed })
  const run = (await runsOf(venue, { scheduleId: schedule.scheduleId })).get(schedule.scheduleId)?.find(({ RunId }) => RunId === runId)
  if (!run) throw failure('Conflict')
  return run
}

const one = async (reports: Reports, venue: VenueScope, scheduleId: string): Promise<Schedule> => {
  const [shown] = await shownAll(reports, venue, [await scheduleHere(venue, scheduleId)])
  if (!shown) throw failure('NotFound')
  return shown
}

/** Schedules as they are answered, with what each recipient may see now. */
const shownAll = async (reports: Reports, venue: VenueScope, kept: readonly KeptSchedule[]): Promise<Schedule[]> => {
  const ids = new Set(kept.flatMap(({ recipients }) => recipients.map(({ employeeId }) => employeeId)))
  const people = new Map((ids.size > 0 ? await peopleOf(venue, [...ids]) : []).map((person) => [person.employeeId, person]))
  const [last, outsideAllowed] = [await runsOf(venue, 'last'), await isOutsideAllowed(venue)]
  return kept.map((schedule) => ({
    ...shown(reports, venue, schedule, people, last.get(schedule.scheduleId)?.[0] ?? null),
    Outside: schedule.outside.map((one) => ({
      OutsideId: one.outsideId,
      Address: one.address,
      State: outsideState(one, outsideAllowed, venue.now),
      MayAskAgain: outsideAllowed && mayAskAgain(one, venue.now),
    })),
  }))
}

const shown = (
  reports: Reports,
  venue: VenueScope,
  kept: KeptSchedule,
  people: ReadonlyMap<number, Person>,
  last: ScheduleRun | null,
): Omit<Schedule, 'Outside'> => {
  const stands = kept.stoppedAt === null && !kept.paused
  const named = locationsNamed(kept.Search)
  const places = venue.locations.filter(({ locationId }) => !named || named.includes(locationId))
  const due = dueAt(kept.nextDay, places.length > 0 ? places : venue.locations, sendTimeOf(venue, kept.sendAt))
  return {
    ScheduleId: kept.scheduleId,
    Name: kept.name,
    Path: kept.Path,
    Search: kept.Search,
    Report: kept.Report,
    Every: kept.every,
    OnDay: kept.onDay,
    Language: kept.language,
    Attachment: kept.attachment,
    SkipEmpty: kept.skipEmpty,
    Paused: kept.paused,
    StoppedAt: kept.stoppedAt?.toISOString() ?? null,
    Owner: kept.owner,
    Mine: kept.employeeId === employeeAsking(venue),
    SendAt: kept.sendAt,
    SentAt: timeAt(venue, due),
    NextDay: stands ? kept.nextDay : null,
    NextAt: stands ? due.toISOString() : null,
    Recipients: kept.recipients.map(({ employeeId, unsubscribed }) => {
      const person = people.get(employeeId)
      return { EmployeeId: employeeId, Name: person?.name ?? '', State: unsubscribed ? 'unsubscribed' : stateOf(reports, kept, person) }
    }),
    LastRun: last,
  }
}

const stateOf = (reports: Reports, { Report, Search }: KeptSchedule, person: Person | undefined): 'ready' | 'no-access' | 'no-address' => {
  const report = reports().find(({ operation }) => operation.path === Report.Path)
  if (!person || !report || seatComplaint(person, maySeeReport(report.operation, person.tags), locationsNamed(Search))) return 'no-access'
  return person.address ? 'ready' : 'no-address'
}

type Previewed = Omit<NewSchedule, 'Recipients' | 'Outside' | 'Paused' | 'SendAt'> & { Date?: string | undefined }

/** @throws NotPermitted, LocationNotFound, ValidationFailed, and what the report itself refuses */
const previewOf = async (reports: Reports, service: Service, venue: VenueScope, wanted: Previewed): Promise<Preview> => {
  checkShown(reports, venue, wanted)
  const timing = { every: wanted.Every, onDay: wanted.OnDay }
  const wrong = timingComplaint(timing)
  if (wrong) throw fieldFailure('OnDay', wrong)
  const day = wanted.Date ?? lastDayUpTo(timing, lastClosedDay(venue.now, placesOf(venue, wanted.Search)))
  const me = (await peopleOf(venue, [employeeAsking(venue)]))[0]?.name ?? ''
  const sent = { ...wanted, name: wanted.Name.trim(), owner: me, language: wanted.Language, attachment: wanted.Attachment, skipEmpty: wanted.SkipEmpty }
  const { reported } = await reportFor(reports(), service, venue, sent, { kind: 'due', day }).catch((error: unknown) => {
    throw error instanceof Unsent ? failure('NotPermitted') : error
  })
  const { table } = reported
  return {
    Subject: reportLetter(reported).subject,
    Range: reported.range,
    Text: reportLetter(reported).text,
    Notes: [...reported.notes],
    Headline: reported.headline ? { Title: reported.headline.title, Value: reported.headline.value, Change: reported.headline.change ?? null } : null,
    TopBy: table.topBy ?? null,
    Columns: table.columns.map(({ title, figure }) => ({ Title: title, Figure: figure })),
    Rows: table.rows,
    Totals: table.totals,
    More: table.isPart ? 0 : table.more,
    Empty: reported.empty,
  }
}
