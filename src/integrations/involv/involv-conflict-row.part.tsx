import styles from '#integrations/link-screen/link-screen.module.css'
import { maskedNumber } from '#shared/card-number.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { InvolvConflict } from './involv.contract.ts'
import { type ConflictAction, differingFields } from './involv-conflict.rules.ts'
import { conflictWords } from './involv-conflicts.messages.ts'
import own from './involv-conflicts.module.css'

interface RowProps {
  conflict: InvolvConflict
  maySettle: boolean
  isBusy: boolean
  onChoose: (conflict: InvolvConflict, action: ConflictAction, name: string) => void
}

type Side = InvolvConflict['Theirs']

/** A member and its card where they do not agree: both sides, and what may be done. */
export const ConflictRow = ({ conflict, maySettle, isBusy, onChoose }: RowProps) => {
  const say = useSay(conflictWords)
  const { Kind, Ours, Theirs, Gone, Actions } = conflict
  const name = Ours?.Name || Theirs.Name || maskedNumber(Theirs.CardNumber)
  return (
    <tr>
      <th scope="row">
        {Ours?.Name || Theirs.Name || say('noName')}
        <small>{Theirs.CardNumber === '' ? say('noNumber') : maskedNumber(Theirs.CardNumber)}</small>
      </th>
      <td data-label={say('what')}>
        {say(Kind)}
        <small>
          <About conflict={conflict} />
        </small>
      </td>
      <td data-label={say('here')}>{Ours ? <SideShown conflict={conflict} side={Ours} /> : say('nobody')}</td>
      <td data-label={say('there')}>{Gone ? say('gone') : <SideShown conflict={conflict} side={Theirs} />}</td>
      <td className={styles.last}>
        <div className={own.acts}>
          {maySettle &&
            Actions.map((action) => (
              <ActButton key={action} conflict={conflict} action={action} isBusy={isBusy} name={name} onChoose={() => onChoose(conflict, action, name)} />
            ))}
        </div>
      </td>
    </tr>
  )
}

const ActButton = ({
  conflict,
  action,
  isBusy,
  name,
  onChoose,
}: {
  conflict: InvolvConflict
  action: ConflictAction
  isBusy: boolean
  name: string
  onChoose: () => void
}) => {
  const say = useSay(conflictWords)
  const { language } = useLanguage()
  const { Kind, Ours, Theirs } = conflict
  const act = wordOf(Kind, action)
  const label = say(act, { ours: numberText(Ours?.Points ?? 0, language), theirs: numberText(Theirs.Points, language) })
  return (
    <button type="button" className="btn" disabled={isBusy} aria-label={say('named', { act: label, name })} onClick={onChoose}>
      {label}
    </button>
  )
}

const wordOf = (kind: InvolvConflict['Kind'], action: ConflictAction) => {
  if (kind === 'Balance' && action !== 'Apart') return action === 'Ours' ? 'Ours.Balance' : 'Theirs.Balance'
  if (kind === 'Profile' && action === 'Theirs') return 'Theirs.Profile'
  if (kind === 'Cards' && action === 'Theirs') return 'Theirs.Cards'
  return kind === 'Unknown' || (kind === 'Cards' && action === 'Apart') ? 'keepApart' : 'keepBoth'
}

/** Why it stands in the list. */
const About = ({ conflict: { Kind, Ours, Theirs, Others, Gone } }: { conflict: InvolvConflict }) => {
  const say = useSay(conflictWords)
  const { language } = useLanguage()
  if (Kind === 'Unknown') return say(Gone ? 'goneAbout' : 'noCard')
  if (Kind === 'Cards') return Others > 0 ? say.count('sharedCard', Others) : say('movedCard')
  if (Kind !== 'Balance') return null
  const difference = Theirs.Points - (Ours?.Points ?? 0)
  const points = say.count('points', Math.abs(difference), { n: numberText(Math.abs(difference), language) })
  return say(difference > 0 ? 'moreThere' : 'moreHere', { points })
}

/** What one side says of what they do not agree about. */
const SideShown = ({ conflict: { Kind, Ours, Theirs }, side }: { conflict: InvolvConflict; side: Side }) => {
  const say = useSay(conflictWords)
  const { language } = useLanguage()
  if (Kind === 'Profile' && Ours) {
    const texts = { name: side.Name, email: side.Email, phone: side.Phone, tier: side.Tier }
    return differingFields(profileIn(Theirs), profileIn(Ours)).map((field) => <div key={field}>{texts[field] || '–'}</div>)
  }
  if (Kind !== 'Balance') return <>{side.CardNumber === '' ? say('noNumber') : maskedNumber(side.CardNumber)}</>
  const points = say.count('points', Math.abs(side.Points), { n: numberText(Math.abs(side.Points), language) })
  return <>{side.Points < 0 ? say('owed', { points }) : points}</>
}

const profileIn = ({ Name: name, Email: email, Phone: phone, Tier: tier }: Side) => ({ name, email, phone, tier })
