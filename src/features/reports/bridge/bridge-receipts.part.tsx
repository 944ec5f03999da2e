import type { Drill } from '#features/reports/kit/screen/drill.rules.ts'
import { given } from '#features/reports/kit/screen/given.rules.ts'
import { reportWords } from '#features/reports/kit/screen/report.messages.ts'
import type { ReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import { OpenedDocket } from '#features/reports/receipts/opened-docket.part.tsx'
import { useSay } from '#ui/language.tsx'
import type { Bridge } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import { STEPS } from './bridge-steps.rules.ts'

interface ReceiptsProps {
  bridge: Bridge
  screen: ReportScreen
  aside: string
  query: Record<string, string>
  onClose: () => void
  onRefresh: () => void
}

/** The receipts behind a step made of sales, or behind what was paid with a media. */
export const BridgeReceipts = ({ bridge, screen, aside, query, onClose, onRefresh }: ReceiptsProps) => {
  const say = useSay(reportWords)
  const word = useSay(bridgeWords)
  const drill: Drill = screen.state.drill ?? { figure: 'Takings' }
  const media = bridge.Tenders.find(({ MediaKey }) => MediaKey === drill.mediaKey)
  const step = STEPS.find((one) => one === drill.figure)
  const amount = bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? null
  const isLess = step === 'Promotions' || step === 'Discounts' || step === 'Refunds'
  return (
    <OpenedDocket
      drill={drill}
      receipt={screen.state.receipt}
      title={say('allLocations')}
      aside={aside}
      figureName={media?.Name ?? (step ? word(step) : '')}
      query={given({ ...query, Media: media && String(media.MediaKey), Figure: media ? 'Takings' : (step ?? 'Net') })}
      opened={media ? media.Takings : isLess && amount !== null ? -amount : amount}
      onClose={onClose}
      onRefresh={onRefresh}
    />
  )
}
