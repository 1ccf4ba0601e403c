import type { AppDispatch, AppState } from '@yunduo/data-access';
import { useDispatch, useSelector } from 'react-redux';
import type { CommonState } from './common-slice.ts';

export type ShellState = AppState & { common: CommonState };

/** `useDispatch`, typed for the store of both web apps. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
/** `useSelector`, typed for the store of both web apps. */
export const useAppSelector = useSelector.withTypes<ShellState>();
