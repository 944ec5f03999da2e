import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { importWords } from './import.messages.ts'

const STEPS = ['stepColumns', 'stepCheck', 'stepImport'] as const

/** Where one is on the way from a file to what it holds; the last step may have a name of its own. */
export const ImportSteps = ({ at, last }: { at: number; last?: string }) => {
  const say = useSay(importWords)
  return (
    <ol className="steps" aria-label={say('steps')}>
      {STEPS.map((step, i) => (
        <li key={step} className={i < at ? 'done' : undefined} aria-current={i === at ? 'step' : undefined}>
          {i < at && <Icon name="check" />}
          {step === 'stepImport' && last ? last : say(step)}
        </li>
      ))}
    </ol>
  )
}
