import { ActMenu } from '#ui/blank.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { liquorReturnWords } from './liquor-return.messages.ts'
import { RETURN_STATES, type ReturnState } from './liquor-return.rules.ts'

interface MenuProps {
  onReturn: (state: ReturnState) => void
  onBuyers: () => void
}

/** A liquor return for each state that asks for one, and who counts as a licensed buyer. */
export const LiquorReturnMenu = ({ onReturn, onBuyers }: MenuProps) => {
  const say = useSay(liquorReturnWords)
  return (
    <ActMenu
      ariaLabel={say('act')}
      label={
        <>
          {say('act')} <Icon name="caret" />
        </>
      }
      acts={[
        ...RETURN_STATES.map((state) => ({ id: state, label: say('title', { state }), onAct: () => onReturn(state) })),
        { id: 'buyers', label: say('buyers'), onAct: onBuyers },
      ]}
    />
  )
}
