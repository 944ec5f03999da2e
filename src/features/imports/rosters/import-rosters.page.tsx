import { DropZone } from '#features/imports/drop-zone.part.tsx'
import { useHandOver } from '#features/imports/use-hand-over.part.tsx'
import { callWithFile } from '#ui/api.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { type HandedRosters, RosterFileView } from './roster-file-view.part.tsx'
import { rosterImports } from './roster-import.contract.ts'
import { rosterImportWords } from './roster-import.messages.ts'

/** Rosters and timesheets from files: hand one in, say what its columns are, see what would happen, import it. */
const ImportRostersPage = () => {
  const say = useSay(rosterImportWords)
  const config = useStoredUser()?.Config
  const { file, reading, error, handOver, forget } = useHandOver<HandedRosters>((Name, bytes) =>
    callWithFile(rosterImports.uploadRosterFile, { query: { Name } }, bytes),
  )
  return (
    <Page title={say('title')} sheet>
      {file && config ? (
        <RosterFileView key={file.FileId} file={file} places={config.Locations} onOther={forget} />
      ) : (
        <>
          <DropZone reading={reading} onFile={handOver} title={say('drop')} hint={say('dropHint')} />
          <Refusal error={error} />
        </>
      )}
    </Page>
  )
}

export default ImportRostersPage
