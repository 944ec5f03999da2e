import { frameTexts } from './frame.messages.ts'
import { useSay } from './language.tsx'
import ModalDialog from './modal-dialog.tsx'

/** The list behind `?`. */
const KeySheet = ({ keys, onClose }: { keys: readonly (readonly [key: string, does: string])[]; onClose: () => void }) => {
  const say = useSay(frameTexts)
  return (
    <ModalDialog title={say('keysTitle')} onClose={onClose}>
      <dl className="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="note">{say('keysNote')}</p>
    </ModalDialog>
  )
}

export default KeySheet
