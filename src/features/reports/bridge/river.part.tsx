import { type CSSProperties, useId } from 'react'
import { METHODS } from '#features/till/till.rules.ts'
import { tillScreenWords } from '#features/till/till-screen.messages.ts'
import { useSay } from '#ui/language.tsx'
import type { Bridge } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import { STAGES } from './bridge-steps.rules.ts'
import { Lead, TONES, useBridgeText } from './bridge-text.part.tsx'
import styles from './river.module.css'
import { BANK_X, type Branch, type River, riverOf, STAGE_X, WIDTH } from './river.rules.ts'
import { methodTarget, type Opened, stepTarget } from './step-links.part.ts'

interface Props {
  bridge: Bridge
  mayList: boolean
  opened: Opened | undefined
}

const place = (x: number, y?: number) => ({ '--x': `${x / 10}%`, ...(y === undefined ? {} : { '--y': `${Math.round(y)}px` }) }) as CSSProperties

/** The bridge drawn to scale: money runs from the left to the right, and every difference has its line. */
export const RiverPicture = ({ bridge, mayList, opened }: Props) => {
  const say = useSay(bridgeScreenWords)
  const word = useSay(bridgeWords)
  const text = useBridgeText(bridge.Currency)
  const river = riverOf(bridge)
  const isOpen = bridge.SheetCount !== bridge.CountedSheets
  const amount = (step: string) => bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? null
  const longest = Math.max(...STAGES.map((stage) => text.plain(amount(stage) ?? 0).length))
  return (
    <fieldset className={styles.river} style={{ height: river.height, '--len': longest } as CSSProperties}>
      <legend className="sr">{say('toTheBank')}</legend>
      <Drawing river={river} />
      {STAGES.map((stage) => {
        const value = amount(stage)
        const broken = (isOpen && (stage === 'Declared' || stage === 'Banked' || stage === 'Settled')) || (stage === 'Settled' && value === null)
        return (
          <span key={stage} className={broken ? `${styles.station} ${styles.broken}` : styles.station} style={place(STAGE_X[stage])}>
            <Lead to={value === null ? undefined : stepTarget(stage, mayList)} current={opened !== undefined && 'step' in opened && opened.step === stage}>
              <span>{word(stage)}</span>
              <b>{value === null ? '–' : text.plain(value)}</b>
            </Lead>
          </span>
        )
      })}
      {river.branches.map((branch) => (
        <BranchLabel key={branch.step} branch={branch} bridge={bridge} mayList={mayList} opened={opened} />
      ))}
      {river.labels.map(({ method, amount: taken, x, y, isInside }) => (
        <MethodLabel key={method} method={method} amount={taken} at={place(x, y)} isInside={isInside} bridge={bridge} mayList={mayList} />
      ))}
      {river.pools.map(({ method, amount: arrived, x, y, isInside }) => (
        <MethodLabel key={`pool ${method}`} method={method} amount={arrived} at={place(x, y)} isInside={isInside} bridge={bridge} mayList={mayList} />
      ))}
      {river.ends.map(({ step, y }) => (
        <span key={`${step} ${y}`} className={styles.end} style={place(566, y)}>
          {say(`end.${step}` as 'end.Points')}
        </span>
      ))}
      {river.ghost && (
        <span className={styles.ghost} style={{ ...place(BANK_X + 10), top: river.ghost.top, height: river.ghost.height }}>
          {say('notLinked')}
        </span>
      )}
      <p className={styles.key}>{say('scale')}</p>
    </fieldset>
  )
}

const Drawing = ({ river }: { river: River }) => {
  const id = useId().replaceAll(':', '')
  const hatched = METHODS.filter((method) => river.bands.some((band) => band.method === method && band.isOpen))
  return (
    <svg viewBox={`0 0 ${WIDTH} ${river.height}`} preserveAspectRatio="none" aria-hidden="true">
      <defs>
        {hatched.map((method) => (
          <pattern key={method} id={`${id}${method}`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <path d="M0 0V6" strokeWidth="3" style={{ stroke: TONES[method] }} />
          </pattern>
        ))}
      </defs>
      {river.bands.map(({ method, d, isOpen }) => (
        <path
          key={`${method} ${d}`}
          d={d}
          data-band={method}
          data-open={isOpen || undefined}
          className={isOpen ? styles.hatch : undefined}
          style={isOpen ? { fill: `url(#${id}${method})`, stroke: TONES[method as 'Cash'] } : { fill: method === 'all' ? TONES.Card : TONES[method] }}
        />
      ))}
      {river.piers.map(({ x, to, isOpen }) => (
        <path key={x} d={`M${x} 0V${to}`} className={isOpen ? `${styles.pier} ${styles.brokenPier}` : styles.pier} />
      ))}
      {river.branches.map(({ step, x, from, to }) => (
        <path key={step} d={`M${x} ${from}V${to}`} className={styles.line} />
      ))}
    </svg>
  )
}

const BranchLabel = ({ branch: { step, x, from, to, side }, bridge, mayList, opened }: Props & { branch: Branch }) => {
  const word = useSay(bridgeWords)
  const text = useBridgeText(bridge.Currency)
  const value = bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? null
  const sides = { over: styles.over, under: styles.under, before: styles.before, after: styles.after }
  const y = side === 'over' ? from : to
  return (
    <span className={`${styles.branch} ${sides[side]}`} style={place(x, y)}>
      <Lead to={stepTarget(step, mayList)} current={opened !== undefined && 'step' in opened && opened.step === step}>
        <span>{word(step)}</span> <b>{value === null ? '–' : text.signed(value)}</b>
      </Lead>
    </span>
  )
}

interface MethodProps extends Pick<Props, 'bridge' | 'mayList'> {
  method: River['labels'][number]['method']
  amount: number
  at: CSSProperties
  isInside: boolean
}

const MethodLabel = ({ method, amount, at, isInside, bridge, mayList }: MethodProps) => {
  const name = useSay(tillScreenWords)
  const text = useBridgeText(bridge.Currency)
  return (
    <span className={isInside ? styles.inside : styles.method} style={at}>
      <Lead to={methodTarget(method, bridge.Tenders, mayList)}>
        <span>{name(`method.${method}`)}</span> <b>{text.plain(amount)}</b>
      </Lead>
    </span>
  )
}

/** The same on a narrow screen: a bar for each stage, cut by media. */
export const StageBars = ({ bridge, mayList }: Pick<Props, 'bridge' | 'mayList'>) => {
  const word = useSay(bridgeWords)
  const text = useBridgeText(bridge.Currency)
  const isOpen = bridge.SheetCount !== bridge.CountedSheets
  const stages = bridge.Steps.filter(({ Step, Amount }) => (STAGES as readonly string[]).includes(Step) && (Step !== 'Settled' || Amount !== null))
  const most = Math.max(...stages.map(({ Amount }) => Amount ?? 0), 1)
  return (
    <ol className={styles.bars}>
      {stages.map(({ Step: stage, Amount }) => (
        <li key={stage}>
          <Lead to={Amount === null ? undefined : stepTarget(stage, mayList)}>
            <span>{word(stage)}</span>
            <b>{Amount === null ? '–' : text.plain(Amount)}</b>
          </Lead>
          <p aria-hidden="true" className={isOpen && (stage === 'Declared' || stage === 'Banked' || stage === 'Settled') ? styles.openBar : undefined}>
            {partsOf(bridge, stage, Amount).map(({ key, amount, tone }) => (
              <i key={key} style={{ width: `${(Math.max(0, amount) / most) * 100}%`, '--tone': tone } as CSSProperties} />
            ))}
          </p>
        </li>
      ))}
    </ol>
  )
}

const partsOf = ({ Media }: Bridge, stage: string, whole: number | null): { key: string; amount: number; tone: string }[] =>
  stage === 'Takings' || stage === 'Declared' || stage === 'Banked' || stage === 'Settled'
    ? Media.map((line) => ({ key: line.Method, amount: line[stage] ?? 0, tone: TONES[line.Method] }))
    : [{ key: 'all', amount: whole ?? 0, tone: TONES.Card }]
