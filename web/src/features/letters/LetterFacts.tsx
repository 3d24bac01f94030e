import { Fragment } from "react";
import { directionOf, type Language } from "@/i18n/languages";
import type { OfferLetter } from "./api";
import classes from "./letter.module.css";

/** What stands above a letter's text: labels with their values. */
export function LetterFacts({ facts, language }: { facts: OfferLetter["facts"]; language: Language }) {
  return (
    <dl className={classes.facts} lang={language} dir={directionOf(language)}>
      {facts.map((fact) => {
        const [label = "", ...values] = fact[language];
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {values.map((value, at) => (
                <Fragment key={value}>
                  {at > 0 && " · "}
                  {/* A day, an amount, a number has no blank at which it may break. */}
                  <bdi className={value.includes(" ") ? undefined : classes.whole}>{value}</bdi>
                </Fragment>
              ))}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
