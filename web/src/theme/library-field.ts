import type { Theme } from '@mui/material/styles'

/** Returns our styles for fields of the component library. */
export const libraryFieldLook = ({ palette }: Theme) => ({
  '@keyframes mui-auto-fill': { from: { animationName: 'mui-auto-fill' } },
  '@keyframes mui-auto-fill-cancel': { from: { animationName: 'mui-auto-fill-cancel' } },
  // the same placeholder colour everywhere
  '.MuiInputBase-input::placeholder': { color: palette.text.secondary, opacity: 1 },
  // the library detects autofill by these animations; starting them costs time for each field of a screen
  '.MuiInputBase-input:not(.line-input)': {
    animation: '10ms mui-auto-fill-cancel',
    '&:-webkit-autofill': { animation: '5000s mui-auto-fill' },
  },
})
