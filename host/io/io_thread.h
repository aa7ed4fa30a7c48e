// One thread that does its tasks one after the other: libraries that are not thread-safe live there.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <mutex>
#include <thread>

namespace abut::io {

class IoThread {
 public:
  IoThread() : thread_(&IoThread::run, this) {}
  /// After what has been asked for.
  ~IoThread() {
    {
      const std::lock_guard lock(mutex_);
      end_ = true;
    }
    more_.notify_one();
    thread_.join();
  }
  IoThread(const IoThread&) = delete;
  IoThread& operator=(const IoThread&) = delete;

  /// What the task returns or throws is in the future. The task must not outlive what it refers to.
  template <class Task>
  auto submit(Task task) {
    auto packaged = std::make_shared<std::packaged_task<decltype(task())()>>(std::move(task));
    auto future = packaged->get_future();
    {
      const std::lock_guard lock(mutex_);
      tasks_.emplace_back([packaged] { (*packaged)(); });
    }
    more_.notify_one();
    return future;
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      more_.wait(lock, [this] { return end_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable more_;
  std::deque<std::function<void()>> tasks_;
  bool end_ = false;
  std::thread thread_;
};

}  // namespace abut::io
