import type { ComponentProps } from 'react'
import { bistroCovers } from '#features/reports/bistro-covers/bistro-covers.contract.ts'
import { openedCover } from '#features/reports/kit/covers-drill.rules.ts'
import { rangedWords } from '#features/reports/kit/ranged.messages.ts'
import { openedReservation } from '#features/reports/kit/reservations-drill.rules.ts'
import { useDaypartName } from '#features/reports/kit/screen/daypart-name.part.tsx'
import { type Drill, openedFigure, receiptsQuery, type ScreenFilter, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import { usePeriodText } from '#features/reports/kit/screen/period-text.part.tsx'
import type { ScreenState } from '#features/reports/kit/screen/screen-state.rules.ts'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { tableWords } from '#features/reports/kit/table.messages.ts'
import { docketWords } from '#features/reports/receipts/docket.messages.ts'
import { provenBy } from '#features/reports/receipts/invoices.rules.ts'
import { ReceiptDocket } from '#features/reports/receipts/receipt-docket.part.tsx'
import { ReceiptsDocket } from '#features/reports/receipts/receipts-docket.part.tsx'
import { reservations } from '#features/reports/reservations/reservations.contract.ts'
import { rangeText } from '#shared/range.ts'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { useCall } from '#ui/use-call.ts'
import type { SalesAnswer } from './sales-summary.contract.ts'

interface DrillDocketProps {
  answer: SalesAnswer
  state: ScreenState
  filter: ScreenFilter
  onClose: () => void
  onRefresh: () => void
}

/** The docket beside the page: the receipts behind the figure that was opened, or one of them. */
const DrillDocket = ({ answer, state, filter, onClose, onRefresh }: DrillDocketProps) => {
  const { language } = useLanguage()
  const sayFigure = useSay(tableWords)
  const say = useSay(docketWords)
  const save = useExport()
  const period = usePeriodText(answer.Interval)
  const daypartName = useDaypartName()
  const drill: Drill = state.drill ?? { figure: 'Net' }
  const whole = rangeText({ from: answer.FromDate, to: answer.ToDate }, language)
  const location = answer.Locations.find(({ LocationId }) => LocationId === drill.locationId)
  const media = answer.Media?.find(({ MediaKey }) => MediaKey === drill.mediaKey)
  const hour = answer.Hours?.find(({ LocalHour }) => LocalHour === drill.hour)?.Hour
  const when = drill.period === undefined ? undefined : period.long(drill.period)
  const part = [drill.daypart === undefined ? '' : daypartName(drill.daypart), hour ?? '', media?.Name ?? ''].filter(Boolean).join(' ')
  const title = location?.Name ?? say('allLocations')
  const query = receiptsQuery(drill, answer, filter)
  const here = part || when
  const crumbs = (
    <Crumbs
      drill={drill}
      location={location?.Name}
      here={state.receipt ? undefined : here}
      {...(state.receipt ? { back: here ?? location?.Name ?? say('allLocations') } : {})}
    />
  )
  if (state.receipt) return <ReceiptDocket key={state.receipt} saleId={state.receipt} crumbs={crumbs} onClose={onClose} />
  const behind = {
    title,
    aside: [when ?? whole, part].filter(Boolean).join(' · '),
    crumbs,
    figureName: media?.Name ?? sayFigure(provenBy(drill.figure)),
    query,
    onClose,
    onExport: () => save('/sales/invoices', query, 'csv'),
    onRefresh,
  }
  if (drill.covers) return <CoversDocket key={writeDrill(drill)} drill={drill} {...behind} />
  if (drill.booked) return <BookedDocket key={writeDrill(drill)} drill={drill} {...behind} />
  return <ReceiptsDocket key={writeDrill(drill)} opened={openedFigure(drill, answer)} {...behind} />
}

export default DrillDocket

type GuestsDocketProps = Omit<ComponentProps<typeof ReceiptsDocket>, 'opened'> & { drill: Drill }

/** What a report of guests is asked, to find the figure that was opened. */
const askedOfGuests = ({ FromDate = '', ToDate = '', Locations, Weekdays }: Record<string, string>) => ({
  query: { FromDate, ToDate, ...(Locations ? { Locations } : {}), ...(Weekdays ? { Weekdays } : {}) } as never,
})

/** The receipts that covers are counted from: what was opened stands in the covers' own answer. */
const CoversDocket = ({ drill, ...behind }: GuestsDocketProps) => {
  const say = useSay(rangedWords)
  const totals = useCall(bistroCovers.bistroCovers, askedOfGuests(behind.query)).data?.Totals
  const opened = openedCover(drill)
  return <ReceiptsDocket {...behind} figureName={say(opened)} opened={totals?.[opened] ?? null} />
}

/** The receipts of those who had booked a table, or of those who walked in: what was opened stands in the reservations' own answer. */
const BookedDocket = ({ drill, ...behind }: GuestsDocketProps) => {
  const say = useSay(rangedWords)
  const totals = useCall(reservations.reservations, askedOfGuests(behind.query)).data?.Totals
  const opened = openedReservation(drill)
  return <ReceiptsDocket {...behind} figureName={say(opened)} opened={totals?.[opened] ?? null} />
}

interface CrumbsProps {
  drill: Drill
  location: string | undefined
  here: string | undefined
  /** On a receipt: where it was opened from. */
  back?: string
}

/** All locations / this one / this day: each a step out. */
const Crumbs = ({ drill, location, here, back }: CrumbsProps) => {
  const say = useSay(docketWords)
  const { figure } = drill
  const steps: { key: string; label: string; drill: string | undefined }[] = [{ key: 'all', label: say('allLocations'), drill: writeDrill({ figure }) }]
  if (location !== undefined && drill.locationId !== undefined)
    steps.push({ key: 'loc', label: location, drill: writeDrill({ figure, locationId: drill.locationId }) })
  if (here !== undefined) steps.push({ key: 'here', label: here, drill: undefined })
  if (back !== undefined) {
    const isOnlyStep = steps.at(-1)?.label === back
    if (!isOnlyStep) steps.push({ key: 'back', label: back, drill: writeDrill(drill) })
    steps.push({ key: 'receipt', label: say('receipt'), drill: undefined })
  }
  return steps.map((step, i) => (
    <span key={step.key}>
      {i > 0 && <span aria-hidden="true">/ </span>}
      {i === steps.length - 1 || step.drill === undefined ? (
        <span aria-current="page">{step.label}</span>
      ) : (
        <Go change={{ drill: step.drill, receipt: undefined }}>{step.label}</Go>
      )}
    </span>
  ))
}
