import { DayDocket } from './day-docket.part.tsx'
import { DaysDocket } from './days-docket.part.tsx'
import type { Opened } from './opened.rules.ts'
import { PayDocket } from './pay-docket.part.tsx'
import { PeopleDocket } from './people-docket.part.tsx'
import type { AttendanceAnswer } from './time-attendance.contract.ts'

interface Props {
  answer: AttendanceAnswer
  opened: Opened
  query: Record<string, string>
  canMatch: boolean
  onClose: () => void
}

/** What is opened of T & A. */
export const AttendanceDocket = ({ answer, opened, query, canMatch, onClose }: Props) => {
  if (opened.what === 'people') return <PeopleDocket canMatch={canMatch} onClose={onClose} />
  if (opened.what === 'pay') return <PayDocket answer={answer} who={opened.who} canEdit={canMatch} onClose={onClose} />
  if (opened.what === 'days') return <DaysDocket answer={answer} opened={opened} query={query} onClose={onClose} />
  return <DayDocket answer={answer} opened={opened} onClose={onClose} />
}
