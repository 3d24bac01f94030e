import { Skeleton } from "@mantine/core";
import { useFormsText } from "@/forms/useFormsText";
import { useDelayed } from "@/ui/useDelayed";
import classes from "./parts.module.css";

/** The shape of a form that is on its way; nothing at all if it comes at once. */
export function FormSkeleton() {
  const t = useFormsText();
  const due = useDelayed(true);
  if (!due) return <div className={classes.frame} aria-busy />;
  return (
    <div className={classes.frame} aria-busy>
      <p role="status" className="unseen">
        {t("loading")}
      </p>
      <div className={classes.side} aria-hidden>
        <Skeleton height={22} width="70%" mb="lg" />
        {[0, 1, 2, 3, 4].map((line) => (
          <Skeleton key={line} height={28} mb="sm" />
        ))}
      </div>
      <div className={classes.content} aria-hidden>
        <Skeleton height={34} width="55%" mb="xl" />
        {[0, 1, 2].map((field) => (
          <div key={field}>
            <Skeleton height={16} width="30%" mb="xs" />
            <Skeleton height={46} width="80%" mb="xl" />
          </div>
        ))}
      </div>
    </div>
  );
}
