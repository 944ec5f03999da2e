import { type DragEvent, useState } from 'react'
import { useSay } from '#ui/language.tsx'
import { importWords } from './import.messages.ts'
import styles from './import-start.module.css'

export interface DropZoneProps {
  title: string
  hint: string
  /** The file that is being handed over. */
  reading: string | undefined
  onFile: (file: File) => void
}

/** Where a file is dropped or chosen. */
export const DropZone = ({ title, hint, reading, onFile }: DropZoneProps) => {
  const say = useSay(importWords)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file && !reading) onFile(file)
  }
  return (
    <label
      className={over ? `${styles.dropZone} ${styles.over}` : styles.dropZone}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      aria-busy={reading !== undefined}
    >
      <b>{reading ? say('reading', { file: reading }) : title}</b>
      <p>{hint}</p>
      <input
        type="file"
        className="sr"
        aria-label={say('choose')}
        accept=".csv,.tsv,.txt,.xlsx,.gz,.zip"
        disabled={reading !== undefined}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <span className="btn primary" aria-hidden="true">
        {say('choose')}
      </span>
    </label>
  )
}
