import { dayText } from '#shared/cell-text.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Bridge } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import styles from './bridge.module.css'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import { isShown, isStage, STEPS, type Step } from './bridge-steps.rules.ts'
import { Lead, useBridgeText } from './bridge-text.part.tsx'
import { type Opened, stepTarget } from './step-links.part.ts'

interface Props {
  bridge: Bridge
  mayList: boolean
  opened: Opened | undefined
}

/** The two halves of the bridge as accounts: what was sold and taken, and where it went. */
export const AccountTables = (props: Props) => {
  const say = useSay(bridgeScreenWords)
  const at = STEPS.indexOf('Takings')
  return (
    <section className={styles.account}>
      <Account {...props} title={say('toTakings')} steps={STEPS.slice(0, at + 1)} />
      {props.bridge.SheetCount !== null && <Account {...props} title={say('toBank')} steps={STEPS.slice(at)} />}
    </section>
  )
}

const Account = ({ title, steps, ...props }: Props & { title: string; steps: readonly Step[] }) => {
  const shown = props.bridge.Steps.filter((one) => steps.includes(one.Step) && (isShown(one) || isHidden(one, props.bridge)))
  return (
    <table className={styles.steps}>
      <caption>{title}</caption>
      <tbody>
        {shown.map(({ Step, Amount }, i) => (
          <StepRow key={Step} step={Step} amount={Amount} place={i === 0 ? 'first' : i === shown.length - 1 ? 'last' : 'between'} {...props} />
        ))}
      </tbody>
    </table>
  )
}

/** What is not counted has its row where the reader may not know how much it is. */
const isHidden = ({ Step, Amount }: { Step: Step; Amount: number | null }, { SheetCount, CountedSheets }: Bridge) =>
  Step === 'NotCounted' && Amount === null && SheetCount !== CountedSheets

interface RowProps extends Props {
  step: Step
  amount: number | null
  place: 'first' | 'between' | 'last'
}

const StepRow = ({ step, amount, place, bridge, mayList, opened }: RowProps) => {
  const word = useSay(bridgeWords)
  const say = useSay(bridgeScreenWords)
  const text = useBridgeText(bridge.Currency)
  const isOpen = bridge.SheetCount !== bridge.CountedSheets && (step === 'Banked' || step === 'Declared' || step === 'Settled')
  const written = amount === null ? say('afterCount') : isStage(step) ? text.plain(amount) : text.signed(amount)
  const kind = place === 'first' ? styles.top : place === 'last' ? (isOpen ? 'sum part' : 'sum') : isStage(step) ? styles.sub : undefined
  return (
    <tr className={kind}>
      <th scope="row">
        {word(step)} <Aside step={step} bridge={bridge} />
      </th>
      <td>
        <Lead
          to={amount === null && step !== 'NotCounted' ? undefined : stepTarget(step, mayList)}
          current={opened !== undefined && 'step' in opened && opened.step === step}
        >
          {amount === null ? <small>{written}</small> : written}
        </Lead>
      </td>
    </tr>
  )
}

/** What a step stands for, beside its name. */
const Aside = ({ step, bridge: { Tax, Currency, SheetCount, CountedSheets, Cards } }: { step: Step; bridge: Bridge }) => {
  const say = useSay(bridgeScreenWords)
  const text = useBridgeText(Currency)
  const { language } = useLanguage()
  if (step === 'Net') return <small>{say('ofWhichGst', { amount: text.plain(Tax) })}</small>
  if (step === 'NotCounted') return <small>{say.count('aside.NotCounted', (SheetCount ?? 0) - (CountedSheets ?? 0))}</small>
  if (step === 'OnTheWay') {
    const due = Cards?.Arrivals.flatMap(({ ArrivesOn }) => ArrivesOn ?? []).sort()[0]
    return <small>{due ? say('aside.OnTheWay', { day: dayText(due, language, 'short') }) : say('aside.AtProvider')}</small>
  }
  if (step === 'NotFollowed' || step === 'HouseAccounts' || step === 'Vouchers' || step === 'Points' || step === 'Late')
    return <small>{say(`aside.${step}`)}</small>
  return null
}
