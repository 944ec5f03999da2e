import { BlankMany } from '#ui/blank.tsx'
import { useSay } from '#ui/language.tsx'
import { attendanceScreenWords } from './attendance-screen.messages.ts'
import type { AttendanceAnswer } from './time-attendance.contract.ts'

/** People of the address, by their Who; what is no such number is left out. */
export const readEmployees = (written: string | undefined): number[] => [
  ...new Set(
    (written ?? '')
      .split(',')
      .filter((one) => /^-?[1-9]\d{0,8}$/.test(one))
      .map(Number),
  ),
]

/** The filter of people as the page draws, counts and prints it. */
export const useEmployeesFilter = (people: AttendanceAnswer['People'], chosen: readonly number[], onChange: (emp: string | undefined) => void) => {
  const say = useSay(attendanceScreenWords)
  const names = people.filter(({ Who }) => chosen.includes(Who)).map(({ Name }) => Name)
  const some = () => say('someOf', { n: chosen.length, all: people.length })
  return {
    count: chosen.length > 0 ? 1 : 0,
    printed: chosen.length > 0 ? names.join(', ') : '',
    filters: (
      <BlankMany
        className="opt"
        label={say('employees')}
        allLabel={say('allPeople')}
        answer={chosen.length === 0 ? say('allOf', { n: people.length }) : chosen.length === 1 ? (names[0] ?? some()) : some()}
        options={people.map(({ Who, Name }) => ({ value: String(Who), label: Name }))}
        value={chosen.map(String)}
        onChange={(whos) => onChange(whos.length === 0 || whos.length === people.length ? undefined : whos.join(','))}
      />
    ),
  }
}
