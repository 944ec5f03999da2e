import { ActMenu } from '#ui/blank.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { exciseWords } from './excise.messages.ts'
import { lastReturnYear, RETURN_STATES } from './liquor-return.rules.ts'

interface Props {
  today: string
  /** Opens the return of a state, or who counts as a licensed buyer. */
  onOpen: (what: string) => void
}

/** The liquor returns of the last whole year, one for each state that asks for one, and the licensed buyers. */
export const LiquorReturns = ({ today, onOpen }: Props) => {
  const say = useSay(exciseWords)
  const year = lastReturnYear(today)
  return (
    <ActMenu
      ariaLabel={say('liquorReturn')}
      label={
        <>
          {say('liquorReturn')} <Icon name="caret" />
        </>
      }
      acts={[
        ...RETURN_STATES.map((state) => ({
          id: state,
          label: say('returnOf', { state, year: `${year - 1}–${String(year).slice(2)}` }),
          note: say('returnYear', { from: year - 1, to: year }),
          onAct: () => onOpen(`return-${state}`),
        })),
        { id: 'buyers', label: say('buyers'), onAct: () => onOpen('buyers') },
      ]}
    />
  )
}
