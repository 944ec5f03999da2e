import { lazy, Suspense, useState } from 'react'
import { ASSISTANT_PATH } from '#features/assistant/sign-in-metadata.rules.ts'
import { tokenReportNames } from '#shared/token-reports.messages.ts'
import { CopiedText } from '#ui/copied-text.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { Page } from '#ui/page.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Empty, Failed, Waiting } from '#ui/states.tsx'
import { toast } from '#ui/toast.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { useVenueConfig } from '#ui/venue-config.ts'
import { type Token, tokens } from './tokens.contract.ts'
import { tokenTexts } from './tokens.messages.ts'
import styles from './tokens.module.css'

const MakeToken = lazy(() => import('./make-token.part.tsx'))

/** One's own tokens at the venue: made, shown once, revoked here. */
const TokensPage = () => {
  const say = useSay(tokenTexts)
  const { data, error, refetch } = useCall(tokens.tokens, {}, { fresh: true })
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<Token>()
  const make = (
    <button type="button" className="btn primary" disabled={!data} onClick={() => setMaking(true)}>
      {say('make')}
    </button>
  )
  return (
    <Page title={say('title')} make={make} sheet>
      <p className={styles.about}>{say('about')}</p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={4} />}
      {data?.Tokens.length === 0 && (
        <Empty title={say('none')}>
          <p>{say('noneWhy')}</p>
        </Empty>
      )}
      {data && data.Tokens.length > 0 && <Tokens all={data.Tokens} onRevoke={setRevoking} />}
      <section className={styles.assistant}>
        <h2>{say('connect')}</h2>
        <p className={styles.about}>{say('connectAbout')}</p>
        <CopiedText label={say('address')} text={`${location.origin}${ASSISTANT_PATH}`} rows={1} />
      </section>
      <p className="mt">
        <Go to="/preferences" className="btn">
          {say('back')}
        </Go>
      </p>
      {making && data && (
        <Suspense>
          <MakeToken reports={data.Reports} onMade={() => void refetch()} onClose={() => setMaking(false)} />
        </Suspense>
      )}
      {revoking && <Revoke token={revoking} onDone={() => void refetch()} onClose={() => setRevoking(undefined)} />}
    </Page>
  )
}

export default TokensPage

const Tokens = ({ all, onRevoke }: { all: readonly Token[]; onRevoke: (token: Token) => void }) => {
  const say = useSay(tokenTexts)
  const moment = useVenueMoment()
  return (
    <Scroll className={styles.list} label={say('title')}>
      <table className="plain slips">
        <caption className="sr">{say('title')}</caption>
        <thead>
          <tr>
            {(['name', 'reads', 'locations', 'until', 'lastUsed'] as const).map((column) => (
              <th scope="col" key={column}>
                {say(column)}
              </th>
            ))}
            <th scope="col">
              <span className="sr">{say('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((token) => (
            <tr key={token.TokenId}>
              <th scope="row">
                {token.Name}{' '}
                {token.Assistant === null ? <code className={styles.small}>{token.Begins}…</code> : <small className={styles.small}>{say('fetched')}</small>}
              </th>
              <ReachCells token={token} />
              <td data-label={say('until')}>
                {moment(token.Expires)} {token.Expired && <small className={styles.small}>{say('expired')}</small>}
              </td>
              <td data-label={say('lastUsed')}>
                {token.LastUsedAt ? say('usedFrom', { when: moment(token.LastUsedAt), address: token.LastUsedFrom ?? '' }) : say('never')}
              </td>
              <td>
                <button type="button" className="btn" aria-label={say('revokeNamed', { name: token.Name })} onClick={() => onRevoke(token)}>
                  {say('revoke')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const ReachCells = ({ token: { Reports, Locations } }: { token: Token }) => {
  const say = useSay(tokenTexts)
  const sayReport = useSay(tokenReportNames)
  const places = useVenueConfig()?.Locations ?? []
  const nameOf = (id: number) => places.find(({ LocationId }) => LocationId === id)?.Name ?? String(id)
  return (
    <>
      <td data-label={say('reads')}>{Reports === null ? say('everyReport') : Reports.map((name) => sayReport(name)).join(', ')}</td>
      <td data-label={say('locations')}>{Locations === null ? say('everyLocation') : Locations.map(nameOf).join(', ')}</td>
    </>
  )
}

const Revoke = ({ token: { TokenId, Name }, onDone, onClose }: { token: Token; onDone: () => void; onClose: () => void }) => {
  const say = useSay(tokenTexts)
  const send = useSend(tokens.revokeToken, {
    onDone: () => {
      toast.success(say('revoked', { name: Name }))
      onDone()
      onClose()
    },
  })
  const acts = (
    <>
      <button type="button" className="btn" onClick={onClose}>
        {say('cancel')}
      </button>
      <button type="button" className="btn stop" disabled={send.isPending} onClick={() => send.mutate({ params: { id: TokenId } })}>
        {say('revoke')}
      </button>
    </>
  )
  return (
    <Modal title={say('revokeTitle', { name: Name })} onClose={onClose} acts={acts}>
      <p>{say('revokeAbout')}</p>
    </Modal>
  )
}
