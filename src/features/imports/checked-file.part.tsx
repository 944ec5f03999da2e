import type { ReactNode } from 'react'
import { Choose } from '#ui/field.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { checkedFileWords } from './checked-file.messages.ts'
import { ImportColumnsStep, type ImportColumnsStepProps } from './import-columns-step.part.tsx'
import { type FileAsRead, FileFacts } from './import-file-facts.part.tsx'
import part from './import-part.module.css'
import { ImportSteps } from './import-steps.part.tsx'

interface Props<F extends string> {
  file: FileAsRead
  /** What is said above the columns. */
  hint: string
  /** Fields for what the columns do not say. */
  settings: ReactNode
  columns: Pick<ImportColumnsStepProps<F>, 'columns' | 'fields' | 'nameOf' | 'onChange' | 'complaints'>
  /** What it came to when it was looked at last; nothing once a setting changed. */
  checked: { Check: boolean; New: number; Changed: number } | undefined
  /** Sends it, to be looked at or to be imported. */
  check: { send: () => void; busy: boolean }
  begin: { send: () => void; busy: boolean; label: string }
  error: unknown
  /** Where it is seen once it was imported. */
  seen: { to: string; label: string }
  onOther: () => void
  /** What it came to, as a part. */
  children: ReactNode
}

/** A file of hours, rates or products that was handed over: what it holds, what would change, and importing it. */
export const CheckedFile = <F extends string>({ file, hint, settings, columns, checked, check, begin, error, seen, onOther, children }: Props<F>) => {
  const say = useSay(checkedFileWords)
  const isDone = checked?.Check === false
  return (
    <>
      <ImportSteps at={isDone ? 3 : checked ? 2 : 0} last={say('stepImport')} />
      <FileFacts file={file} onOther={onOther} />
      {!isDone && (
        <section className={part.part}>
          <h2>{say('columns')}</h2>
          <p className="hint">{hint}</p>
          <div className={part.settings}>{settings}</div>
          <ImportColumnsStep
            {...columns}
            file={file}
            error={error}
            check={{ label: say(checked ? 'checkAgain' : 'check'), isPrimary: !checked, busy: check.busy, onCheck: check.send }}
          />
        </section>
      )}
      {children}
      {checked && (
        <p className={part.acts}>
          {isDone ? (
            <Go className="btn big primary" to={seen.to}>
              {seen.label}
            </Go>
          ) : (
            <button
              type="button"
              className="btn big primary"
              disabled={checked.New + checked.Changed === 0 || begin.busy}
              aria-busy={begin.busy}
              onClick={begin.send}
            >
              {begin.label}
            </button>
          )}
          <button type="button" className="btn big" onClick={onOther}>
            {say('another')}
          </button>
        </p>
      )}
    </>
  )
}

const FORMATS = {
  dateFormat: ['YYYY-MM-DD', 'YYYY/M/D', 'D/M/YYYY', 'M/D/YYYY', 'D.M.YYYY', 'YYYY年M月D日'],
  timeFormat: ['HH:mm', 'HH:mm:ss', 'h:mm A', 'h:mmA', 'H時mm分'],
} as const

interface FormatProps {
  of: keyof typeof FORMATS
  /** As it is by now; without one, the first of the usual ones. */
  format: string | undefined
  onChange: (format: string) => void
}

/** How dates or times are written in a file: one of the usual ways, or the one that was guessed. */
export const FormatChoice = ({ of, format, onChange }: FormatProps) => {
  const say = useSay(checkedFileWords)
  const options = [...new Set([...(format ? [format] : []), ...FORMATS[of]])].map((one) => [one, one] as const)
  return <Choose small label={say(of)} value={format ?? FORMATS[of][0]} options={options} onChange={onChange} />
}
