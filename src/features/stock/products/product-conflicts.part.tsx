import type { FieldError } from '#shared/failure.ts'
import { Icon } from '#ui/icon.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { Conflict } from './edits.rules.ts'
import { madeText } from './made-text.rules.ts'
import { productWords } from './products.messages.ts'
import styles from './products.module.css'

interface Props {
  conflicts: readonly Conflict[]
  /** What the server said of each: who changed it and when. */
  said: readonly FieldError[]
  onDecide: (conflict: Conflict, keepsMine: boolean) => void
}

/** What somebody else changed meanwhile: theirs or one's own, one by one. */
export const ProductConflicts = ({ conflicts, said, onDecide }: Props) => {
  const say = useSay(productWords)
  const { language } = useLanguage()
  const shown = (value: unknown): string => {
    if (Array.isArray(value))
      return (
        madeText(
          value.map(({ Plu, VolumeMl = null, Quantity, Loss = 0 }) => ({ Plu, VolumeMl, Quantity: Quantity === undefined ? null : Number(Quantity), Loss })),
        ) || '–'
      )
    return value === null || value === undefined || value === '' ? '–' : typeof value === 'boolean' ? say(value ? 'yes' : 'no') : String(value)
  }
  return (
    <section aria-label={say('conflictTitle')}>
      {conflicts.map((one) => {
        const sentence =
          language === 'en' ? said.find(({ FieldName, Message }) => FieldName.endsWith(`.${one.cell}`) && Message.includes(one.name))?.Message : undefined
        return (
          <div className="callout" role="alert" key={`${one.plu} ${one.cell}`}>
            <Icon name="alert" />
            <div>
              <p>
                <b>{sentence ?? say('theyChanged', { name: one.name, cell: say(one.cell), theirs: shown(one.theirs) })}</b>{' '}
                {say('youTyped', { mine: shown(one.mine) })}
              </p>
              <p className={styles.acts}>
                <button type="button" className="btn" onClick={() => onDecide(one, true)}>
                  {say('useMine', { mine: shown(one.mine) })}
                </button>
                <button type="button" className="btn" onClick={() => onDecide(one, false)}>
                  {say('keepTheirs', { theirs: shown(one.theirs) })}
                </button>
              </p>
            </div>
          </div>
        )
      })}
    </section>
  )
}
