import type { CSSProperties } from 'react'
import { holidayWords } from '#features/reports/kit/calendar/holidays.messages.ts'
import { FIGURE_NAMES, type FigureName, type Figures } from '#features/reports/kit/figures.rules.ts'
import { lateWords } from '#features/reports/kit/late-days.messages.ts'
import { writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { NoCost } from '#features/reports/kit/screen/no-cost.part.tsx'
import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { useTableSay } from '#features/reports/kit/screen/table-texts.part.ts'
import { Why } from '#features/reports/kit/screen/why.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import { rangeToUrl } from '#shared/range.ts'
import type { Target } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { BesideWeek, WeekCell } from './week-cells.part.tsx'
import { weekDrill } from './week-drill.rules.ts'
import styles from './week-grid.module.css'
import { Across, WeekHead } from './week-head.part.tsx'
import type { WeeklyAnswer, WeeklyRow } from './weekly-summary.contract.ts'
import { weeklyWords } from './weekly-summary.messages.ts'
import { costedWeek, lateNotes, sortedBlocks, weeklyName } from './weekly-table.rules.ts'

interface Props {
  answer: WeeklyAnswer
  screen: ReportScreen
  time: string
}

/** Seven days, the week, and the weeks beside it. */
export const WeekGrid = ({ answer, screen, time, sort }: Props & { sort: string | undefined }) => {
  const say = useSay(weeklyWords)
  const texts = useTableSay()
  return (
    <section className={styles.week}>
      <Scroll label={say('week')}>
        <table className={styles.grid} style={{ '--rows': rowsIn(answer) } as CSSProperties}>
          <WeekHead answer={answer} currency={screen.currency} sort={sort} />
          {sortedBlocks(answer, sort, texts)
            .filter(({ Rows }) => Rows.length > 0)
            .map(({ Block, Rows }) => (
              <tbody key={Block} data-block={Block}>
                <tr className={styles.block}>
                  <th scope="colgroup" colSpan={15}>
                    {say(`block.${Block}`)}
                  </th>
                </tr>
                {Rows.map((row) => (
                  <GridRow key={row.Key} row={row} block={Block} answer={answer} screen={screen} time={time} />
                ))}
              </tbody>
            ))}
        </table>
      </Scroll>
      <Notes answer={answer} currency={screen.currency} time={time} />
    </section>
  )
}

/** How many rows there are to share the paper, headings included. */
const rowsIn = ({ Blocks }: WeeklyAnswer): number => Blocks.filter(({ Rows }) => Rows.length > 0).reduce((sum, { Rows }) => sum + Rows.length + 1, 1)

const GridRow = ({ row, block, answer, screen, time }: Props & { row: WeeklyRow; block: Parameters<typeof weekDrill>[1] }) => {
  const texts = useTableSay()
  const { drill } = screen.state
  const figure = (FIGURE_NAMES as string[]).includes(row.Key) ? (row.Key as FigureName) : undefined
  const isOpen = (opened: Opened) => opened !== undefined && drill !== undefined && writeDrill(opened) === writeDrill(drill)
  const cell = (value: number | null, opened?: Opened, to?: Target) => (
    <WeekCell value={value} kind={row.Kind} currency={screen.currency} to={to ?? (opened && receiptsOf(opened))} current={isOpen(opened)} />
  )
  const sheets = (range: string): Target | undefined =>
    block === 'banking' || block === 'wages' ? elsewhere(block, range, screen.state.locationIds) : undefined
  return (
    <tr className={row.Sum ? styles.sub : undefined}>
      <th scope="row">
        {weeklyName(row, block, texts)}
        {figure && <Why figure={figure} figures={figuresIn(answer)} currency={screen.currency} time={time} />}
      </th>
      <Across
        days={answer.Days.map(({ Date: day, State }, i) => (
          <td key={day} className={State === 'open' ? 'part' : undefined}>
            {cell(row.Days[i] ?? null, weekDrill(row, block, day), sheets(day))}
          </td>
        ))}
      >
        <td className={styles.total}>{cell(row.Total, weekDrill(row, block), sheets(rangeToUrl({ from: answer.FromDate, to: answer.ToDate })))}</td>
        <BesideWeek than="LastWeek" row={row} block={block} answer={answer} currency={screen.currency} />
        <BesideWeek than="LastYear" row={row} block={block} answer={answer} currency={screen.currency} />
      </Across>
    </tr>
  )
}

/** The week's figures by name, to work a definition out with. */
const figuresIn = ({ Blocks }: WeeklyAnswer): Partial<Figures> =>
  Object.fromEntries(Blocks.filter(({ Block }) => Block !== 'groups' && Block !== 'media').flatMap(({ Rows }) => Rows.map(({ Key, Total }) => [Key, Total])))

type Opened = ReturnType<typeof weekDrill>

const receiptsOf = (opened: NonNullable<Opened>): Target => ({ change: { drill: writeDrill(opened), receipt: undefined } })

/** The control sheets, or the hours, of a day or of the week, at the places that are asked for. */
const elsewhere = (block: 'banking' | 'wages', range: string, locationIds: readonly number[]): Target => ({
  to: block === 'banking' ? '/reports/control-sheets' : '/reports/time-attendance',
  search: { range, ...(locationIds.length > 0 ? { loc: locationIds.join(',') } : {}) },
})

const Notes = ({ answer, currency, time }: Pick<Props, 'answer' | 'time'> & { currency: string }) => {
  const say = useSay(weeklyWords)
  const sayHoliday = useSay(holidayWords)
  const { language } = useLanguage()
  const listed = (days: readonly { Date: string; Key: string; Observed: boolean }[]) =>
    days
      .map(({ Date: day, Key, Observed }) => {
        const name = sayHoliday(Key as keyof typeof holidayWords.en)
        return say('holidayOn', { holiday: Observed ? sayHoliday('observed', { holiday: name }) : name, day: dayText(day, language, 'short') })
      })
      .join(', ')
  const texts = { ...useTableSay(), language }
  const sayLate = useSay(lateWords)
  const late = lateNotes(answer, currency, texts)
  const now = answer.Days.flatMap(({ Date: day, Holidays }) => Holidays.map((holiday) => ({ ...holiday, Date: day })))
  return (
    <>
      {answer.SameElapsedPart && <p className="note">{say('open', { time })}</p>}
      {now.length > 0 && <p className="note">* {say('holidayThis', { holidays: listed(now) })}</p>}
      {answer.LastYear.Holidays.length > 0 && <p className="note">{say('holidayThen', { holidays: listed(answer.LastYear.Holidays) })}</p>}
      {late.map((note) => (
        <p className="note" key={note}>
          {note}.
        </p>
      ))}
      {late.length > 0 && <p className="note">{sayLate('what')}</p>}
      <NoCost rows={[costedWeek(answer)]} />
      <p className="note">{say('ratios')}</p>
      <p className="note">{say('notKept')}</p>
    </>
  )
}
