import type { Theme } from '@mui/material/styles'

/** What fields of the component library have from us. */
export const libraryFieldLook = ({ palette }: Theme) => ({
  '@keyframes mui-auto-fill': { from: { animationName: 'mui-auto-fill' } },
  '@keyframes mui-auto-fill-cancel': { from: { animationName: 'mui-auto-fill-cancel' } },
  // the one look of what is not there yet
  '.MuiInputBase-input::placeholder': { color: palette.text.secondary, opacity: 1 },
  // by these a field of the library hears that the browser filled it in; to begin one costs time for each field of a screen
  '.MuiInputBase-input:not(.line-input)': {
    animation: '10ms mui-auto-fill-cancel',
    '&:-webkit-autofill': { animation: '5000s mui-auto-fill' },
  },
})
