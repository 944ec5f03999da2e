import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { WholeVenue } from '#ui/whole-venue.tsx'
import { AccountsForm } from './accounts.form.tsx'
import { journalAccounts } from './journal-accounts.contract.ts'
import { journalScreenWords } from './journal-screen.messages.ts'

/** Which account each line of the journal goes to. */
const AccountsPage = () => {
  const say = useSay(journalScreenWords)
  const id = useStoredUser()?.VenueId ?? 0
  const { data, error, refetch } = useCall(journalAccounts.journalAccounts, { params: { id } }, { enabled: id > 0 })
  return (
    <Page
      title={say('accountsTitle')}
      make={
        <Go to="/reports/journal" search={{}} className="btn">
          {say('toJournal')}
        </Go>
      }
      sheet
    >
      <p className="note">{say('accountsLead')}</p>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : data ? (
        <WholeVenue>
          <AccountsForm key={data.Version} venueId={id} there={data} onRenew={() => refetch()} />
        </WholeVenue>
      ) : (
        <Waiting rows={10} />
      )}
    </Page>
  )
}

export default AccountsPage
