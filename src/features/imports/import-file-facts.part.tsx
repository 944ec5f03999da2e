import { useSay } from '#ui/language.tsx'
import { importWords } from './import.messages.ts'
import styles from './import-file-view.module.css'

/** A file as the server read it. */
export interface FileAsRead {
  FileId: string
  FileName: string
  Format: 'csv' | 'xlsx'
  Encoding: string | null
  Delimiter: string | null
  Columns: string[]
  Rows: { Line: number; Cells: string[] }[]
}

const DELIMITERS: Record<string, 'comma' | 'semicolon' | 'tab' | 'bar'> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' }

/** What a file is and how it was read. */
export const FileFacts = ({ file, onOther }: { file: FileAsRead; onOther: () => void }) => {
  const say = useSay(importWords)
  const delimiter = DELIMITERS[file.Delimiter ?? '']
  const facts = [
    [say('file'), file.FileName],
    [say('readsAs'), file.Format.toUpperCase()],
    ...(file.Encoding ? [[say('encoding'), file.Encoding.toUpperCase()] as const] : []),
    ...(delimiter ? [[say('delimiter'), say(delimiter)] as const] : []),
    [say('columnCount'), String(file.Columns.length)],
  ] as const
  return (
    <div className={styles.file}>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="text-btn" onClick={onOther}>
        {say('another')}
      </button>
    </div>
  )
}
