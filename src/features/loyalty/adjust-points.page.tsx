import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { AdjustForm } from './adjust.form.tsx'
import { AdjustByNumber } from './by-number.form.tsx'
import { useMaySee } from './card-calls.part.ts'
import { moveWords } from './moves.messages.ts'
import { PendingAdjustments } from './pending-adjustments.part.tsx'

/** Adds or takes points by hand, and decides on what others asked for. */
const AdjustPointsPage = () => {
  const say = useSay(moveWords)
  const maySee = useMaySee()
  return (
    <Page title={say('adjustTitle')} sheet>
      {maySee ? <AdjustForm /> : <AdjustByNumber />}
      {maySee && <PendingAdjustments />}
    </Page>
  )
}

export default AdjustPointsPage
