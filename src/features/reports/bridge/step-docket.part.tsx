import type { ReactNode } from 'react'
import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { usePrinting } from '#features/reports/receipts/receipts-docket.part.tsx'
import { tillScreenWords } from '#features/till/till-screen.messages.ts'
import { Docket } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import type { Bridge } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import { STAGES, STEPS, type Step } from './bridge-steps.rules.ts'
import { CardRows, isOfCards } from './card-rows.part.tsx'
import { ArrivedRows, KeptRows, MethodRows, StageRows } from './media-rows.part.tsx'
import { MovementRows } from './movement-rows.part.tsx'
import { SheetRows } from './sheet-rows.part.tsx'
import { type Opened, stepTarget } from './step-links.part.ts'

interface Props {
  opened: Opened
  bridge: Bridge
  mayList: boolean
  /** How many locations the bridge is of. */
  asked: number
  /** The range in words. */
  aside: string
  /** What the control sheets of the page are asked for by. */
  query: Record<string, string>
  onClose: () => void
}

/** The docket beside the bridge: the sheets, movements or media that a step is made of, adding up to it. */
export const StepDocket = ({ opened, bridge, mayList, asked, aside, query, onClose }: Props) => {
  const word = useSay(bridgeWords)
  const { printed, print } = usePrinting()
  const isStep = 'step' in opened
  const title = isStep ? word(opened.step) : <MethodName method={opened.method} />
  return (
    <Docket
      title={title}
      aside={aside}
      crumbs={isStep ? <Between step={opened.step} mayList={mayList} /> : undefined}
      onClose={onClose}
      printed={printed}
      acts={<Acts query={query} onPrint={print} hasSheets={isStep && OF_SHEETS.includes(opened.step)} />}
    >
      {isStep ? (
        <StepRows step={opened.step} bridge={bridge} mayList={mayList} asked={asked} query={query} />
      ) : (
        <MethodRows method={opened.method} bridge={bridge} mayList={mayList} />
      )}
    </Docket>
  )
}

const OF_SHEETS: readonly Step[] = ['OverShort', 'Late', 'NotCounted', 'AddedToFloats', 'PaidOut', 'PaidIn']

const StepRows = ({ step, bridge, mayList, asked, query }: { step: Step } & Pick<Props, 'bridge' | 'mayList' | 'asked' | 'query'>): ReactNode => {
  if (step === 'OverShort' || step === 'Late' || step === 'NotCounted' || step === 'AddedToFloats') return <SheetRows step={step} bridge={bridge} />
  if (step === 'PaidOut' || step === 'PaidIn') return <MovementRows step={step} bridge={bridge} />
  if (step === 'HouseAccounts' || step === 'Vouchers' || step === 'Points') return <KeptRows step={step} bridge={bridge} mayList={mayList} />
  if (step === 'Settled' || step === 'NotFollowed') return <ArrivedRows step={step} bridge={bridge} mayList={mayList} />
  if (isOfCards(step)) return <CardRows step={step} bridge={bridge} asked={asked} query={query} />
  return <StageRows stage={step === 'Banked' || step === 'Declared' ? step : 'Takings'} bridge={bridge} mayList={mayList} />
}

const MethodName = ({ method }: { method: Bridge['Media'][number]['Method'] }) => {
  const name = useSay(tillScreenWords)
  return name(`method.${method}`)
}

/** The stages a step lies between. */
const Between = ({ step, mayList }: { step: Step; mayList: boolean }) => {
  const word = useSay(bridgeWords)
  const at = STEPS.indexOf(step)
  const before = STAGES.findLast((stage) => STEPS.indexOf(stage) < at)
  const after = STAGES.find((stage) => STEPS.indexOf(stage) >= at)
  const target = before && stepTarget(before, mayList)
  return (
    <>
      {before && (target ? <Go {...target}>{word(before)}</Go> : <span>{word(before)}</span>)}
      {after && (
        <span>
          <span aria-hidden="true">/ </span>
          {word(after)}
        </span>
      )}
    </>
  )
}

const Acts = ({ query, onPrint, hasSheets }: { query: Record<string, string>; onPrint: () => void; hasSheets: boolean }) => {
  const say = useSay(bridgeScreenWords)
  const save = useExport()
  return (
    <>
      {hasSheets && (
        <>
          <Go className="btn primary" to="/reports/control-sheets" change={{ step: undefined, drill: undefined, receipt: undefined, view: undefined }}>
            {say('allSheets')}
          </Go>
          <button type="button" className="btn" onClick={() => save('/reports/control-sheets', query, 'csv')}>
            {say('exportSheets')}
          </button>
        </>
      )}
      <button type="button" className="btn" onClick={onPrint}>
        {say('print')}
      </button>
    </>
  )
}
