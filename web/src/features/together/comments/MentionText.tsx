import type { Comment } from '#contract/together/comments'
import { Box } from '../../../ui/layout/Box.tsx'

/** The text of a comment with highlighted mentions. */
export function MentionText({ comment: { text, mentions } }: { comment: Comment }) {
  return (
    <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: 14 }}>
      {pieces(
        text,
        mentions.map(({ written }) => written),
      ).map(({ at, piece, mention }) =>
        mention ? (
          <Box
            key={at}
            component="mark"
            sx={{ bgcolor: 'action.selected', color: 'inherit', fontWeight: 600, borderRadius: 0.5, px: 0.5 }}
          >
            {piece}
          </Box>
        ) : (
          piece
        ),
      )}
    </Box>
  )
}

function pieces(text: string, written: readonly string[]) {
  if (written.length === 0) return [{ at: 0, piece: text, mention: false }]
  const longestFirst = written
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  let at = 0
  return text.split(new RegExp(`(${longestFirst.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')).map((piece, index) => {
    const begin = at
    at += piece.length
    return { at: begin, piece, mention: index % 2 === 1 }
  })
}
