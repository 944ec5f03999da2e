import { AskFirst } from '#ui/ask-first.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { type Board, boards } from './boards.contract.ts'
import { wallScreenWords } from './wall-screens.messages.ts'

/** The question before a wall screen is taken down. */
export const TakeDown = ({ board: { BoardId, Name }, onDone, onClose }: { board: Board; onDone: () => void; onClose: () => void }) => {
  const say = useSay(wallScreenWords)
  const takeDown = useSend(boards.takeDown, {
    quiet: true,
    onDone: () => {
      toast.success(say('takenDown', { name: Name }))
      onDone()
      onClose()
    },
  })
  return (
    <AskFirst
      title={say('takeDownTitle', { name: Name })}
      verb={say('takeDown')}
      onDo={() => takeDown.mutate({ params: { boardId: BoardId } })}
      busy={takeDown.isPending}
      error={takeDown.error}
      onClose={onClose}
    >
      <p>{say('takeDownAbout')}</p>
    </AskFirst>
  )
}
