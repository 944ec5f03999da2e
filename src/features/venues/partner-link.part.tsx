import { useState } from 'react'
import { deliverectTokens } from '#integrations/deliverect/deliverect.contract.ts'
import { Refusal } from '#ui/form.tsx'
import { useSay } from '#ui/language.tsx'
import { Modal } from '#ui/modal.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { partnerWords } from './partner-link.messages.ts'
import layout from './venue-part.module.css'

/** Connects this installation to Deliverect for all venues; Admin's alone. */
export const PartnerLink = () => {
  const say = useSay(partnerWords)
  const { data, refetch } = useCall(deliverectTokens.standing, {})
  const [isAsked, setAsked] = useState(false)
  const onDone = () => {
    setAsked(false)
    void refetch()
  }
  const connect = useSend(deliverectTokens.connect, { quiet: true, onDone })
  const disconnect = useSend(deliverectTokens.disconnect, { quiet: true, onDone })
  if (!data) return null
  const isSetUp = data.Missing.length === 0
  return (
    <section className={layout.part}>
      <h2>{say('title')}</h2>
      <p>
        <b>{say(data.Connected ? 'connected' : 'notConnected')}</b> {say(data.Connected ? 'connectedAbout' : 'notConnectedAbout')}
      </p>
      {!isSetUp && <p className="hint">{say('missing', { settings: data.Missing.join(', ') })}</p>}
      {data.Connected ? (
        <button type="button" className="btn" onClick={() => setAsked(true)}>
          {say('disconnect')}
        </button>
      ) : (
        isSetUp && (
          <button type="button" className="btn primary" disabled={connect.isPending} aria-busy={connect.isPending} onClick={() => connect.mutate({ body: {} })}>
            {say('connect')}
          </button>
        )
      )}
      <Refusal error={connect.error} />
      {isAsked && (
        <Modal
          title={say('disconnect')}
          onClose={() => setAsked(false)}
          acts={
            <>
              <button type="button" className="btn stop" disabled={disconnect.isPending} onClick={() => disconnect.mutate({})}>
                {say('disconnectNow')}
              </button>
              <button type="button" className="btn" onClick={() => setAsked(false)}>
                {say('keep')}
              </button>
            </>
          }
        >
          <p>{say('sure')}</p>
          <Refusal error={disconnect.error} />
        </Modal>
      )}
    </section>
  )
}
