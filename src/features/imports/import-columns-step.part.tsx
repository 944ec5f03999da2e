import type { ReactNode } from 'react'
import { Refusal } from '#ui/form.tsx'
import { ImportColumns } from './import-columns.part.tsx'
import type { FileAsRead } from './import-file-facts.part.tsx'
import part from './import-part.module.css'

export interface ImportColumnsStepProps<F extends string> {
  file: FileAsRead
  columns: Partial<Record<F, string>>
  fields: readonly F[]
  nameOf: (field: F) => string
  onChange: (columns: Partial<Record<F, string>>) => void
  /** Why these columns cannot be imported, a sentence each. */
  complaints: readonly string[]
  error: unknown
  /** Checking what would happen. */
  check: { label: ReactNode; isPrimary: boolean; busy: boolean; onCheck: () => void }
}

/** What each column of a file is, what stands against importing it so, and the button that checks it. */
export const ImportColumnsStep = <F extends string>({ file, columns, fields, nameOf, onChange, complaints, error, check }: ImportColumnsStepProps<F>) => (
  <>
    <ImportColumns fileName={file.FileName} headings={file.Columns} rows={file.Rows} columns={columns} fields={fields} nameOf={nameOf} onChange={onChange} />
    {complaints.length > 0 && (
      <ul className="rules" aria-live="polite">
        {complaints.map((complaint) => (
          <li key={complaint}>{complaint}</li>
        ))}
      </ul>
    )}
    <Refusal error={error} />
    <p className={part.acts}>
      <button
        type="button"
        className={check.isPrimary ? 'btn big primary' : 'btn big'}
        disabled={complaints.length > 0 || check.busy}
        aria-busy={check.busy}
        onClick={check.onCheck}
      >
        {check.label}
      </button>
    </p>
  </>
)
