import type { Viewed } from '#features/delivery/saved-views/saved-views.contract.ts'
import { dayFormat } from '#shared/formats.ts'
import type { NewSchedule, Schedule } from './schedules.contract.ts'

/** A schedule as it is being filled in. */
export type Draft = Required<NewSchedule>

/** A new schedule of a view: the morning after each trading day. */
export const newDraft = (shown: Viewed, Name: string, Language: 'en' | 'jp'): Draft => ({
  Name: Name.slice(0, 80),
  ...shown,
  Every: 'day',
  OnDay: 0,
  SendAt: null,
  Language,
  Attachment: 'none',
  SkipEmpty: true,
  Recipients: [],
  Outside: [],
  Paused: false,
})

/** A schedule there is, to be changed. */
export const draftOf = (schedule: Schedule): Draft => {
  const { Name, Path, Search, Report, Every, OnDay, SendAt, Language, Attachment, SkipEmpty, Paused, Recipients, Outside } = schedule
  const onList = Recipients.filter(({ State }) => State !== 'unsubscribed').map(({ EmployeeId }) => EmployeeId)
  return {
    Name,
    Path,
    Search,
    Report,
    Every,
    OnDay,
    SendAt,
    Language,
    Attachment,
    SkipEmpty,
    Paused,
    Recipients: onList,
    Outside: Outside.filter(({ State }) => State !== 'unsubscribed').map(({ Address }) => Address),
  }
}

/** How often, with a day that suits it: weeks end on the day before they begin, months on their last. */
export const everyWith = (Every: Draft['Every'], weekStart: number): Pick<Draft, 'Every' | 'OnDay'> => ({
  Every,
  OnDay: Every === 'day' ? 0 : Every === 'month' ? 31 : ((weekStart + 5) % 7) + 1,
})

/** What a preview is asked with: a draft without its readers. */
export const previewed = ({ Recipients: _r, Outside: _o, Paused: _p, SendAt: _s, ...shown }: Draft) => shown

/** "Sunday", 日曜日. The first of January 2024 was a Monday. */
export const weekdayName = (locale: string, weekday: number): string => dayFormat(locale, { weekday: 'long' }).format(Date.UTC(2024, 0, weekday))
