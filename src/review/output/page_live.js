// Follows a game that is being played: when there are more moves the page is loaded anew. It stands behind
// the scripts of the page.
{
  /** The time between looks, in milliseconds. */
  const INTERVAL = 1000;
  const LAST = "#last";
  const beside = location.pathname.replace(/[^/]*$/, "");
  const told = make("p", { className: "followed" });
  told.setAttribute("role", "status");
  document.querySelector(".switches").after(told);
  const tell = (zh, en) => told.replaceChildren(both(zh, en));

  if (location.hash === LAST || addressed() === undefined) go(main.length - 1);
  /** Whoever looks at the last move goes on to the next; others stay where they are. */
  const reload = () => {
    clearTimeout(addressLater);
    const isLast = path === main && at === main.length - 1;
    history.replaceState(null, "", isLast ? LAST : address());
    location.reload();
  };
  const look = async () => {
    if (!document.hidden) {
      const response = await fetch(beside + "version");
      const { version } = await response.json();
      if (version !== VERSION) return reload();
    }
    setTimeout(follow, INTERVAL);
  };
  const follow = () => look().catch(() => tell("对局程序已结束。", "The program has ended, and the game with it."));
  tell("对局进行中，此页随之更新。", "The game goes on, and this page with it.");
  follow();
}
