import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActMenu } from '#ui/blank.tsx'
import { Tick } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { callKey, useSend } from '#ui/use-call.ts'
import { journal } from './journal.contract.ts'
import styles from './journal.module.css'
import { journalScreenWords } from './journal-screen.messages.ts'
import { type SavedAs, useSaveExport } from './save-export.part.tsx'

interface Asked {
  from: string
  to: string
  locationIds: readonly number[] | undefined
}

/** Exports the days of the range in one of the forms, and saves the file. */
export const ExportActs = ({ from, to, locationIds }: Asked) => {
  const say = useSay(journalScreenWords)
  const queries = useQueryClient()
  const [IncludeNotFinal, setIncludeNotFinal] = useState(false)
  const save = useSaveExport()
  const send = useSend(journal.exportJournal)
  const exportAs = async (as: SavedAs) => {
    const Locations = locationIds ? { Locations: [...locationIds] } : {}
    const done = await send.mutateAsync({ body: { FromDate: from, ToDate: to, IncludeNotFinal, ...Locations } }).catch(() => undefined)
    if (!done) return
    if (done.ExportId === null) {
      toast.warning(done.LeftOut > 0 ? say('nothingNotFinal', { count: done.LeftOut }) : say('nothing'))
      return
    }
    toast.success(say('done', { days: done.Days, corrections: done.Corrections }))
    await Promise.all(
      [journal.journal, journal.exports].map((operation) => queries.invalidateQueries({ queryKey: callKey(operation as typeof journal.exports) })),
    )
    await save(done.ExportId, as)
  }
  const act = (id: SavedAs, label: string) => ({ id, label, onAct: () => void exportAs(id) })
  return (
    <div className={styles.acts}>
      <Tick checked={IncludeNotFinal} onChange={setIncludeNotFinal}>
        {say('includeNotFinal')}
      </Tick>
      <ActMenu
        ariaLabel={say('export')}
        className="btn primary"
        label={
          <>
            {say('export')} <Icon name="caret" />
          </>
        }
        acts={[
          { ...act('Xero', say('exportXero')), note: say('exportNote') },
          act('Myob', say('exportMyob')),
          act('QuickBooks', say('exportQuickBooks')),
          act('csv', say('exportCsv')),
          act('xlsx', say('exportXlsx')),
        ]}
      />
    </div>
  )
}
