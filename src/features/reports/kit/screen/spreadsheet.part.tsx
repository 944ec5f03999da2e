import { useState } from 'react'
import type { Preset, Range } from '#shared/range.ts'
import { CopiedText } from '#ui/copied-text.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Segmented } from '#ui/segmented.tsx'
import type { Exported } from './share.part.tsx'
import { spreadsheetWords } from './spreadsheet.messages.ts'
import { type ReportFormat, reportAddress, spreadsheetLines } from './spreadsheet.rules.ts'

const FORMATS: readonly ReportFormat[] = ['csv', 'xlsx', 'json']

interface SpreadsheetProps {
  title: string
  range: Range & { preset?: Preset | undefined }
  exported: Exported
  onClose: () => void
}

/** How the report on screen is read from outside: its address, and a line for each program that reads it. */
const Spreadsheet = ({ title, range, exported, onClose }: SpreadsheetProps) => {
  const say = useSay(spreadsheetWords)
  const { language } = useLanguage()
  const [format, setFormat] = useState<ReportFormat>('csv')
  const asked = { ...exported, range, language, origin: window.location.origin }
  const { curl, powerQuery, sheets } = spreadsheetLines(asked, format)
  return (
    <Modal title={say('title', { report: title })} onClose={onClose}>
      <p>
        {say('about')} <Go to="/preferences/tokens">{say('toTokens')}</Go>
      </p>
      <p className="note">{say(range.preset ? 'moves' : 'fixed')}</p>
      <Segmented label={say('format')} value={format} options={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))} onChange={setFormat} />
      <CopiedText label={say('address')} text={reportAddress(asked, format)} rows={3} />
      <CopiedText label={say('curl')} text={curl} rows={3} />
      <CopiedText label={say('excel')} text={powerQuery} rows={4} />
      <p className="hint">{say('excelHow')}</p>
      <CopiedText label={say('sheets')} text={sheets} rows={4} />
      <p className="hint">{say('sheetsHow')}</p>
    </Modal>
  )
}

export default Spreadsheet
