import { useNavigate } from '@tanstack/react-router'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { useSend } from '#ui/use-call.ts'
import { controlSheets, type SheetsAnswer } from './control-sheets.contract.ts'
import { tillScreenWords } from './till-screen.messages.ts'

interface CountNowProps {
  sheet: SheetsAnswer['Sheets'][number]
  look: string
}

/** Leads to the sheet to be counted; of what was sold outside any session it is made first. */
export const CountNow = ({ sheet, look }: CountNowProps) => {
  const say = useSay(tillScreenWords)
  const navigate = useNavigate()
  const start = useSend(controlSheets.startSheet, { onDone: ({ SheetId }) => navigate({ to: `/reports/control-sheets/${SheetId}` as never }) })
  if (sheet.SheetId) {
    return (
      <Go to={`/reports/control-sheets/${sheet.SheetId}`} className={look}>
        {say('countIt')}
      </Go>
    )
  }
  return (
    <button
      type="button"
      className={look}
      disabled={start.isPending}
      onClick={() => start.mutate({ body: { LocationId: sheet.LocationId, TerminalId: sheet.TerminalId, Day: sheet.Day } })}
    >
      {say('countIt')}
    </button>
  )
}
