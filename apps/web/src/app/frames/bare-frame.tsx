import { Outlet } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { LoadingState } from '../../shared/ui/states.tsx';

/** No frame: the screens of signing in bring their own. */
export default function BareFrame(): ReactNode {
  return <Suspense fallback={<LoadingState full />}><Outlet /></Suspense>;
}
