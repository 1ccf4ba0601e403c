import { Hero } from './hero.tsx';
import { Offers } from './offers.tsx';
import type { Question } from './questions-of.server.ts';
import { Questions } from './questions.tsx';
import { ReviewPromise } from './review-promise.tsx';
import { Start } from './start.tsx';
import { Steps } from './steps.tsx';

/** What the platform offers, how publishing goes, how long an answer takes, and what developers ask first. */
export function LandingPage({ questions }: { questions: readonly Question[] }) {
  return (
    <>
      <Hero />
      <Offers />
      <Steps />
      <ReviewPromise />
      <Questions questions={questions} />
      <Start />
    </>
  );
}
