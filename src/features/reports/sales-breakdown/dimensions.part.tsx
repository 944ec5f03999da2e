import { breakdownWords } from '#features/reports/kit/breakdown.messages.ts'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { oneStop } from '#ui/one-stop.ts'
import { Segmented } from '#ui/segmented.tsx'
import { useUrlState } from '#ui/url-state.ts'
import { screenWords } from './breakdown-screen.messages.ts'
import type { BreakdownScreen } from './breakdown-screen.part.ts'
import { stepName, stepsOf, VIEWS, writeSteps } from './breakdown-screen.rules.ts'
import styles from './dimensions.module.css'
import type { AnyBreakdown } from './sales-breakdown.contract.ts'

/** What the sales are broken down by, and the way down to where one is. */
export const Dimensions = ({ screen, answer }: { screen: BreakdownScreen; answer: AnyBreakdown | undefined }) => {
  const say = useSay(screenWords)
  const sayRow = useSay(breakdownWords)
  const [{ range }] = useUrlState()
  // A margin wants some weeks to tell anything.
  const monthly = range === undefined ? { range: 'last28' } : {}
  return (
    <>
      <nav className={styles.dims} aria-label={say('dimensions')} ref={inSight}>
        {VIEWS.map((view) => (
          <Go
            key={view}
            change={{
              dim: view === 'group' ? undefined : view,
              in: undefined,
              step: undefined,
              open: undefined,
              receipt: undefined,
              ...(view === 'gpmargins' ? monthly : {}),
            }}
            {...(view === screen.view ? { 'aria-current': 'page' as const } : {})}
          >
            {sayRow(view)}
          </Go>
        ))}
      </nav>
      {screen.by && (
        <div className={styles.marginsBy}>
          <Segmented
            label={say(screen.view === 'gpmargins' ? 'marginsBy' : 'toldBy')}
            value={screen.by}
            options={(stepsOf(screen.view)?.options ?? []).map((step) => ({
              value: step,
              label: sayRow(step),
            }))}
            onChange={(step) => screen.changeFilter({ step: step === stepsOf(screen.view)?.usual ? undefined : step })}
          />
        </div>
      )}
      {screen.steps.length > 0 && <Way screen={screen} answer={answer} />}
    </>
  )
}

/** On a phone the dimension that is shown may lie beyond the edge. */
const inSight = (nav: HTMLElement | null) => {
  const current = nav?.querySelector<HTMLElement>('[aria-current]')
  if (nav && current) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2
  return oneStop(nav)
}

/** All / Food / Mains: each a step out. */
const Way = ({ screen, answer }: { screen: BreakdownScreen; answer: AnyBreakdown | undefined }) => {
  const say = useSay(screenWords)
  const sayRow = useSay(breakdownWords)
  const { steps } = screen
  const first = steps[0]?.level ?? 'group'
  const inner = { group: 'department', department: 'productgroup', productgroup: 'productgroup', category: 'category' } as const
  const names = steps.map((step) => stepName(step, answer) ?? sayRow(step.level)).map((name) => name || sayRow('unassigned'))
  return (
    <nav className={styles.way} aria-label={say('way')}>
      <ol>
        <li>
          <Go change={{ dim: first === 'group' ? undefined : first, in: undefined, open: undefined, receipt: undefined }}>{say('all')}</Go>
        </li>
        {steps.map((step, i) => (
          <li key={step.level}>
            {i === steps.length - 1 ? (
              <span aria-current="location">{names[i]}</span>
            ) : (
              <Go change={{ dim: inner[step.level], in: writeSteps(steps.slice(0, i + 1)), open: undefined, receipt: undefined }}>{names[i]}</Go>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
