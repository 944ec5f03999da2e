import { ReceiptDocket } from '#features/reports/receipts/receipt-docket.part.tsx'
import { moneyText, numberText } from '#shared/money.ts'
import { Docket, Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useUrlState } from '#ui/url-state.ts'
import { useCall } from '#ui/use-call.ts'
import type { SheetAnswer } from './control-sheets.contract.ts'
import styles from './sheet.module.css'
import { type SheetReceipts, sheetProofs } from './sheet-proofs.contract.ts'
import { isCountFigure, SHEET_FIGURES, type SheetFigure } from './sheet-receipts.rules.ts'
import { sheetWords } from './sheet-screen.messages.ts'
import { METHODS, type Method } from './till.rules.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

/** The docket beside a sheet: the receipts and movements behind the figure that was opened, or one receipt of them. */
export const SheetDocket = ({ id, answer }: { id: string; answer: SheetAnswer }) => {
  const [url, change] = useUrlState()
  const { Permissions = [] } = useStoredUser() ?? {}
  const name = useFigureName()
  const figure = SHEET_FIGURES.find((one) => one === url.figure)
  if (!figure) return null
  const title = name(figure, url.department ?? '')
  const mayOpen = Permissions.some(({ Tag }) => Tag === 'can_viewsales')
  const close = () => change({ figure: undefined, department: undefined, receipt: undefined })
  if (url.receipt && mayOpen)
    return <ReceiptDocket key={url.receipt} saleId={url.receipt} crumbs={<Go change={{ receipt: undefined }}>{title}</Go>} onClose={close} />
  return <FigureDocket id={id} answer={answer} figure={figure} department={url.department ?? ''} title={title} mayOpen={mayOpen} onClose={close} />
}

const useFigureName = () => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  return (figure: SheetFigure, department: string): string => {
    if ((METHODS as readonly string[]).includes(figure)) return screen(`method.${figure as Method}`)
    return figure === 'Department' ? department || say('unassigned') : say(figure as 'Total')
  }
}

interface FigureProps {
  id: string
  answer: SheetAnswer
  figure: SheetFigure
  department: string
  title: string
  mayOpen: boolean
  onClose: () => void
}

const FigureDocket = ({ id, answer, figure, department, title, mayOpen, onClose }: FigureProps) => {
  const text = useTillText()
  const query = { Figure: figure, ...(department ? { Department: department } : {}) }
  const { data, error, refetch } = useCall(sheetProofs.receipts, { params: { id }, query })
  return (
    <Docket title={title} aside={text.day(answer.Sheet.Day)} crumbs={<span aria-current="page">{title}</span>} onClose={onClose}>
      {error ? <Failed error={error} onRetry={() => refetch()} /> : data ? <Behind list={data} answer={answer} mayOpen={mayOpen} /> : <Waiting rows={8} />}
    </Docket>
  )
}

/** How a figure's values are written: money, or a count. */
const useValue = ({ Figure, Currency }: SheetReceipts) => {
  const { language } = useLanguage()
  return {
    plain: (value: number) => (isCountFigure(Figure) ? numberText(value, language) : moneyText(value, Currency, language, 'plain')),
    full: (value: number) => (isCountFigure(Figure) ? numberText(value, language) : moneyText(value, Currency, language)),
  }
}

const Behind = ({ list, answer, mayOpen }: { list: SheetReceipts; answer: SheetAnswer; mayOpen: boolean }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const { plain, full } = useValue(list)
  const { LocationId } = answer.Sheet
  if (list.Count === 0 && list.Movements.length === 0) return <p className="meta">{say('none')}</p>
  return (
    <>
      <p className="fig">{full(list.Total)}</p>
      <table>
        <caption className="sr">{say('receipt')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('time')}</th>
            <th scope="col">{say('receipt')}</th>
            <th scope="col" className="num">
              {say('amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.Receipts.map(({ SaleId, ClosedAt, Receipt, Kind, Value }) => (
            <tr key={SaleId}>
              <td>{text.time(ClosedAt, LocationId)}</td>
              <td>
                {mayOpen ? <Go change={{ receipt: SaleId }}>{Receipt}</Go> : Receipt}
                {Kind !== 'sale' && <small> {say(`kind.${Kind}`)}</small>}
              </td>
              <td className="num">{plain(Value)}</td>
            </tr>
          ))}
          {list.Movements.map(({ At, Kind, Reason, Amount }) => (
            <tr key={`${At} ${Kind} ${Reason} ${Amount}`}>
              <td>{text.time(At, LocationId)}</td>
              <td>
                {screen(`kind.${Kind}`)} <small>{Reason}</small>
              </td>
              <td className="num">{plain(Amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row" colSpan={2}>
              {screen('total')}
            </th>
            <td className="num">{plain(list.Total)}</td>
          </tr>
        </tfoot>
      </table>
      {list.Receipts.length < list.Count && <p className={styles.said}>{say('listed', { shown: list.Receipts.length, all: list.Count })}</p>}
      <Verdict list={list} answer={answer} full={full} />
    </>
  )
}

/** The figure a list of receipts is behind, as the sheet shows it, and what came after it was committed; nothing where the sheet does not show it. */
const shownFigure = (list: SheetReceipts, { Sheet, Cash, Trade, ...counts }: SheetAnswer, department: string): { figure: number; late: number } | undefined => {
  const media = Sheet.Media.find(({ Method }) => Method === list.Figure)
  if (media) return media.Expected === null ? undefined : { figure: media.Expected, late: media.Late }
  const shown: Partial<Record<SheetFigure, number | null | undefined>> = {
    CashSales: Sheet.Late === 0 ? Cash.Sales : undefined,
    CashOut: Cash.CashOut,
    Takings: Trade?.Takings,
    Amount: Trade?.Amount,
    Tax: Trade?.Tax,
    Department: Trade?.Departments.find(({ Name }) => Name === department)?.Amount,
    Refunds: counts.Refunds,
    Discounts: counts.Discounts,
    Voids: counts.Voids,
    NoSales: Sheet.NoSales,
    Covers: counts.Covers,
    Total: Sheet.TotalCount,
    Shift: Sheet.ShiftCount,
    Delivery: Sheet.DeliveryCount,
    Takeaway: Sheet.TakeawayCount,
  }
  const figure = shown[list.Figure]
  return figure == null ? undefined : { figure, late: 0 }
}

const Verdict = ({ list, answer, full }: { list: SheetReceipts; answer: SheetAnswer; full: (value: number) => string }) => {
  const say = useSay(sheetWords)
  const [url] = useUrlState()
  const shown = shownFigure(list, answer, url.department ?? '')
  if (!shown) return null
  const count = list.Count + list.Movements.length
  const n = say('entries', { n: count })
  const { figure, late } = shown
  const holds = Math.round((figure + late - list.Total) * 10_000) === 0
  const words = !holds ? 'disproof' : late === 0 ? 'proof' : 'proofLate'
  return <Proof holds={holds}>{say(words, { n, total: full(list.Total), figure: full(figure), late: full(late) })}</Proof>
}
