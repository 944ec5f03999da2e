import { useNavigate } from '@tanstack/react-router'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { PHONE } from '#ui/phone-order.ts'
import { useSend } from '#ui/use-call.ts'
import { useMedia } from '#ui/use-media.ts'
import { controlSheets, type SheetsAnswer } from './control-sheets.contract.ts'
import { tillScreenWords } from './till-screen.messages.ts'

interface CountNowProps {
  sheet: SheetsAnswer['Sheets'][number]
  look: string
}

/** Opens the form that counts a drawer. A sheet is first created for sales outside any session. */
export const CountNow = ({ sheet, look }: CountNowProps) => {
  const say = useSay(tillScreenWords)
  const navigate = useNavigate()
  const isPhone = useMedia(PHONE)
  const countAt = (id: string) => `/reports/control-sheets/${id}${isPhone ? '/count' : ''}`
  const start = useSend(controlSheets.startSheet, { onDone: ({ SheetId }) => navigate({ to: countAt(SheetId) as never }) })
  if (sheet.SheetId) {
    return (
      <Go to={countAt(sheet.SheetId)} className={look}>
        {say('count')}
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
      {say('count')}
    </button>
  )
}
